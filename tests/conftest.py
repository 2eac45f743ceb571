"""What holds for all tests."""

from hypothesis import settings

# How long an example takes depends on what else the machine does.
settings.register_profile("arena", deadline=None)
settings.load_profile("arena")
