"""arena: tournaments for competing AI bots."""
