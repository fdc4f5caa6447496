#!/bin/sh
# Makes a small Debian with systemd in a folder, to start the service in. Needs root, debootstrap and a minute.
#   sudo tests/hardware/make_system.sh /var/tmp/kibitz-system
#   sudo KIBITZ_SYSTEM=/var/tmp/kibitz-system .venv/bin/pytest tests/hardware/test_service.py
set -eu
exec debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,udev,python3 trixie "$1"
