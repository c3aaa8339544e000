"""Whether the processor has what the wheel was built for.

On an older one, the compiled part would be ended by a signal at its first newer instruction.
This is Python, as everything compiled may have such instructions.
"""

import platform

# What x86-64-v3 has beyond the oldest x86-64, in Linux's words.
_NEEDED = "abm avx avx2 bmi1 bmi2 cx16 f16c fma movbe popcnt sse4_1 sse4_2 ssse3".split()


def missing(cpuinfo):
    """The needed extensions that are not in the text of `/proc/cpuinfo`."""
    for line in cpuinfo.splitlines():
        name, _, words = line.partition(":")
        if name.strip() == "flags":
            return [word for word in _NEEDED if word not in words.split()]
    return []


def check():
    """Raises `ImportError` if extensions are missing. Only Linux on x86-64 can say."""
    if platform.machine() != "x86_64":
        return
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            lacking = missing(file.read())
    except OSError:
        return
    if lacking:
        names = ", ".join(lacking)
        raise ImportError(f"this build is for x86-64-v3 processors; this one lacks {names}")
