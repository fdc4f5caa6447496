#!/bin/sh
# Prints what pip is held to on this system: the versions that Kibitz is tried with, in requirements.lock. What the
# system itself brings stays as it is there.
set -eu
lock=$(dirname "$0")/../requirements.lock

# Of spidev there are no wheels; the system's need not be compiled.
versions=$(grep -v '^spidev==' "$lock")
# Another numpy than the system's would break picamera2. Held to that version, pip fails rather than bringing its own.
if numpy=$(python3 -c 'import numpy; print(numpy.__version__)' 2>/dev/null); then
    versions=$(printf '%s\n' "$versions" | grep -v '^numpy==')
    versions="$versions
numpy==$numpy"
fi
printf '%s\n' "$versions"
