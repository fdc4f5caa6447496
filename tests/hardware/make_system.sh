#!/bin/sh
# Makes a small Debian with systemd in a folder and installs Kibitz there from this checkout, to start the service in.
# Needs root, debootstrap, the network and two minutes. A second argument names the release: trixie or bookworm.
#   sudo tests/hardware/make_system.sh /var/tmp/kibitz-system
#   sudo KIBITZ_SYSTEM=/var/tmp/kibitz-system .venv/bin/pytest tests/hardware/test_service.py
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
[ -e "$1/usr/bin/python3" ] ||
    debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,udev,python3,ca-certificates "${2:-trixie}" "$1"
mkdir -p "$1/usr/src/kibitz"
git -C "$source" ls-files -z | tar -C "$source" --null -T - -cf - | tar -C "$1/usr/src/kibitz" -xf -
# The network is reached from inside as it is from outside.
cp /etc/resolv.conf "$1/etc/resolv.conf"
cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/ca-certificates.crt"
chroot "$1" /usr/src/kibitz/systemd/install.sh
