"""`python -m rowdy` is the command `rowdy`."""

import sys

from rowdy.interfaces.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
