#!/bin/sh
# Installs a release without an interruption: points `current` to it and restarts one instance after another. If an
# instance does not become ready, the release is undone.
#
#   deploy/roll.sh /srv/frame/releases/2026-11-22
#
# The folder must be built (npm ci, npm run build). An update from a release without the migration 021-sizes needs a pause
# (docs/scaling.md, Migrations). Settings, with their defaults:
#   FRAME_HOME=/srv/frame   PORTS="3001 3002"   JOBS_PORT=3000   READY_WITHIN=120 (seconds)   SYSTEMCTL=systemctl
set -eu

home=${FRAME_HOME:-/srv/frame}
ports=${PORTS:-3001 3002}
jobs_port=${JOBS_PORT:-3000}
ready_within=${READY_WITHIN:-120}
systemctl=${SYSTEMCTL:-systemctl}

release=${1:?'Which release? roll.sh FOLDER'}
name=$(basename "$release")
previous=$(readlink "$home/current" || true)
restarted=''

units=''
for port in $ports; do units="$units frame@$port:$port"; done
units="$units frame-jobs:$jobs_port"

say() { echo "roll: $*"; }

if [ ! -f "$release/build/site/server/index.js" ]; then
    say "$release is not built: run npm ci and npm run build in it first"
    exit 2
fi

point_to() { # a folder; the rename replaces the old link in one step
    ln -sfn "$1" "$home/current.new"
    mv -T "$home/current.new" "$home/current"
}

is_ready() { # a port; true if this release answers there and says that it is ready
    answer=$(curl --silent --max-time 5 "http://127.0.0.1:$1/readyz") || return 1
    case $answer in *'"status":"ok"'*"\"version\":\"$2\""*) return 0 ;; esac
    return 1
}

restart() { # unit:port, the name of the release
    unit=${1%:*}
    port=${1##*:}
    "$systemctl" restart "$unit" || return 1
    waited=0
    until is_ready "$port" "$2"; do
        if [ "$waited" -ge "$ready_within" ]; then return 1; fi
        sleep 1
        waited=$((waited + 1))
    done
    say "$unit runs $2"
}

undo() {
    if [ -z "$previous" ]; then
        say 'there is no previous release to go back to'
        exit 1
    fi
    before=$(basename "$previous")
    say "going back to $before"
    point_to "$previous"
    for each in $restarted; do
        # A release does not start on a database that a newer one has migrated (docs/scaling.md).
        restart "$each" "$before" || say "${each%:*} does not start with $before either; see journalctl -u ${each%:*}"
    done
    exit 1
}

echo "VERSION=$name" > "$release/release.env"
point_to "$release"
for each in $units; do
    restarted="$each $restarted"
    if ! restart "$each" "$name"; then
        say "${each%:*} did not become ready within $ready_within seconds"
        undo
    fi
done
say "all instances run $name"
