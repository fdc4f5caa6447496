"""The games: rules, legality, scoring, notation and records; standard library only."""
