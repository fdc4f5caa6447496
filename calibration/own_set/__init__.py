"""An owner's own set of tiles and pieces, as it was learnt."""
