# It has functions for kernels only.
from typing import Final

__test__: Final[dict[str, str]]
