#!/bin/sh
# Installs Kibitz as a service on a Raspberry Pi, from this checkout. May be run again and again: it brings everything
# up to date and leaves your settings and games alone.
#
#   sudo systemd/install.sh              installs and starts
#   systemd/install.sh --dry-run         says what it would do, and does nothing
#   DESTDIR=DIR systemd/install.sh       puts the files below DIR and leaves the system alone, as for a package
set -eu
# The service's user has to read what root puts here, also where the one who calls sudo keeps files from all others.
umask 022

source=$(cd "$(dirname "$0")/.." && pwd)
root=${DESTDIR:-}
home=/opt/kibitz
venv=$home/venv
# Whether an environment was made for the Python that now runs it.
is_its_own='import os, sys; sys.exit(not os.path.isdir(f"{sys.prefix}/lib/python3.{sys.version_info[1]}/site-packages"))'
dry=

say() { printf '%s\n' "kibitz: $*"; }
refuse() {
    printf '%s\n' "kibitz: $*" >&2
    exit 1
}
# Do a step, or say it.
step() {
    if [ -n "$dry" ]; then
        printf '  %s\n' "$*"
    else
        "$@"
    fi
}

case "${1:-}" in
'') ;;
--dry-run) dry=yes ;;
*) refuse "there is no option $1; there is --dry-run" ;;
esac

# What is changed on the system itself: not when the files only go below DESTDIR.
system=
if [ -z "$root" ]; then
    system=yes
    [ -n "$dry" ] || [ "$(id -u)" -eq 0 ] || refuse "this needs root: sudo $0"
    [ "$(getconf LONG_BIT)" -eq 64 ] ||
        refuse "this system has 32 bits, for which the libraries aren't made; install the 64-bit Raspberry Pi OS"
    command -v apt-get >/dev/null || refuse "there is no apt-get here; this is for Raspberry Pi OS and Debian"
fi

if [ -n "$system" ]; then
    say "packages of the system"
    # picamera2 has to be the system's, which is built for the system's libcamera and numpy. It and lgpio come from
    # Raspberry Pi's archive; any other Debian has neither, and neither a ribbon for a camera nor pins. pip would have
    # to compile spidev.
    missing=
    for package in python3 python3-venv python3-spidev python3-gpiozero python3-lgpio python3-rpi-lgpio \
        python3-picamera2; do
        dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing="$missing $package"
    done
    [ -z "$missing" ] || step apt-get update -q
    for package in $missing; do
        step apt-get install -y -q --no-install-recommends "$package" && continue
        case $package in
        python3-picamera2) say "this system has no $package: a camera on USB will do, one on the ribbon won't" ;;
        python3-spidev) say "this system has no $package: it will be compiled, which takes a compiler" ;;
        python3-rpi-lgpio) say "this system has no $package: a display on SPI may not work" ;;
        python3-lgpio) say "this system has no $package: there will be no lights and no buttons" ;;
        *) refuse "$package could not be installed; see above" ;;
        esac
    done
    [ -n "$dry" ] || python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        refuse "Kibitz needs Python 3.11; install Raspberry Pi OS Bookworm or a later one"

    say "Python environment in $venv"
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    "$source/systemd/constraints.sh" >"$work/constraints"
    # Built from a copy: root leaves nothing in your checkout.
    mkdir "$work/kibitz"
    tar -C "$source" --exclude=.git --exclude=.venv --exclude='.*_cache' \
        --exclude=__pycache__ --exclude=./build --exclude=./dist --exclude=./out --exclude='*.egg-info' -cf - . |
        tar -C "$work/kibitz" -xf -
    # After an upgrade of the system the environment's Python is another one, or none: what is installed is not for it.
    if [ -e "$venv" ] && ! "$venv/bin/python" -c "$is_its_own" 2>/dev/null; then
        step rm -rf "$venv"
    fi
    [ -x "$venv/bin/pip" ] || step python3 -m venv --system-site-packages "$venv"
    step "$venv/bin/pip" install --quiet --disable-pip-version-check --no-cache-dir \
        --constraint "$work/constraints" "$work/kibitz[pi]"
    # The service may not write here, so that what Python would keep for faster starts is made now.
    step "$venv/bin/python" -m compileall -q "$venv/lib" || :
    step ln -sf "$venv/bin/kibitz" /usr/local/bin/kibitz
fi

say "unit, user and settings"
step install -D -m 644 "$source/systemd/kibitz.service" "$root/etc/systemd/system/kibitz.service"
step install -D -m 644 "$source/systemd/kibitz.sysusers" "$root/etc/sysusers.d/kibitz.conf"
if [ -e "$root/etc/kibitz/kibitz.toml" ]; then
    say "your settings in $root/etc/kibitz/kibitz.toml stay as they are"
else
    step install -D -m 644 "$source/systemd/kibitz.toml" "$root/etc/kibitz/kibitz.toml"
fi

if [ -n "$system" ]; then
    step systemd-sysusers /etc/sysusers.d/kibitz.conf
    step systemctl enable --quiet kibitz.service
    if [ -d /run/systemd/system ] || [ -n "$dry" ]; then
        step systemctl daemon-reload
        [ -n "$dry" ] || say "starting; it takes a few seconds until it is ready"
        if ! step systemctl restart kibitz.service; then
            say "it is installed, but it does not run yet; these help:"
            say "  sudo kibitz doctor"
            say "  journalctl --unit kibitz --boot"
            exit 1
        fi
        [ -n "$dry" ] || say "running; change /etc/kibitz/kibitz.toml to your taste, then: sudo systemctl restart kibitz"
    else
        # As when an image for a card is being made.
        say "systemd isn't running here; Kibitz starts with the next start of the system"
    fi
fi
