"""The panel beside the board: lights, buzzer, buttons and display, which show what the referee says."""
