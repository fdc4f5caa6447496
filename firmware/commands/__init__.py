"""One module a command of `kibitz`; each is imported only when it is asked for."""
