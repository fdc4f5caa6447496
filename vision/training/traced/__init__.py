"""The simulated table with its light followed ray by ray: slower by far than drawing it, and nearer to a photo.

It needs Mitsuba and LLVM, which nothing but this does: the extra `trace`.
"""
