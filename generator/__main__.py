"""python -m generator -> the command line."""

from generator.cli import main

raise SystemExit(main())
