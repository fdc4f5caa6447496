#!/bin/sh
# What happens to the service inside the small system; each stage leaves what systemd says of it in /results.
set -eu
shown() {
    systemctl show kibitz.service \
        --property=ActiveState,SubState,Result,NRestarts,ExecMainStatus,StatusText,NotifyAccess >"/results/$1"
}
# Wait until systemd shows a line, for at most 30 seconds.
until_shown() {
    tries=300
    until systemctl show kibitz.service | grep -qx "$1"; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || return 1
        sleep 0.1
    done
}
trap 'journalctl --unit kibitz --boot --no-pager >/results/log 2>&1 || :; systemctl exit' EXIT

systemd-sysusers /etc/sysusers.d/kibitz.conf
systemctl daemon-reload

systemctl start kibitz.service
until_shown 'StatusText=black to build'
shown ready
cp /var/lib/kibitz/sandbox.json /results/
id -u kibitz >/results/uid

touch /var/lib/kibitz/hang
until_shown NRestarts=1
until_shown SubState=running
shown restarted

systemctl stop kibitz.service
shown stopped
[ -e /var/lib/kibitz/stopped ] && touch /results/stopped-by-itself

touch /var/lib/kibitz/faulty
systemctl start kibitz.service || :
shown faulty
