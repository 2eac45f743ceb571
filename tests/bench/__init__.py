"""What costs what: `make bench`. Each benchmark is a module with `rows()`; see core.py."""
