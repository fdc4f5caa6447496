#!/bin/sh
# What happens to the service inside the small system; each stage leaves what systemd says of it in /results.
set -eu
shown() {
    systemctl show kibitz.service \
        --property=ActiveState,SubState,Result,NRestarts,ExecMainStatus,StatusText,NotifyAccess >"/results/$1"
}
# Wait until systemd shows a line, for at most a minute.
until_shown() {
    tries=600
    until systemctl show kibitz.service | grep -qx "$1"; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || return 1
        sleep 0.1
    done
}
# Whether the service is kept from writing to a file, in its own view of the system.
refused() {
    nsenter --target "$pid" --mount setpriv --reuid=kibitz --clear-groups sh -c "echo written >>'$1'" 2>/dev/null ||
        echo "$1" >>/results/refused
}
trap 'journalctl --unit kibitz --boot --no-pager >/results/log 2>&1 || :; systemctl exit' EXIT

printf '[camera]\nsource = "simulated"\n' >/etc/kibitz/kibitz.toml
systemctl daemon-reload

systemctl start kibitz.service
until_shown 'StatusText=black to move'
shown ready
pid=$(systemctl show --property=MainPID --value kibitz.service)
cp "/proc/$pid/status" /results/process
id -u kibitz >/results/uid
for path in /etc/kibitz/kibitz.toml /usr/written /opt/kibitz/written /proc/sys/kernel/hostname; do
    refused "$path"
done

kill -STOP "$pid"
until_shown NRestarts=1
until_shown 'StatusText=black to move'
shown restarted

systemctl stop kibitz.service
shown stopped
cp /var/lib/kibitz/games.sqlite3* /results/

echo 'nonsense = 1' >>/etc/kibitz/kibitz.toml
systemctl start kibitz.service || :
shown faulty
