#!/bin/sh
# Builds the image of Containerfile with Buildah on a base made here with debootstrap, starts it, and waits until the
# shop in it is ready. Needs root, npm, and Debian's packages buildah and debootstrap, but no container engine.
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
port=${PORT:-3999}
# Without an engine: files are copied instead of mounted, and programs run in a chroot.
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
set -- --root "$work/images" --runroot "$work/run"
shop=''

cleanup() {
    if [ -n "$shop" ]; then kill "$shop" 2>/dev/null || true; wait "$shop" 2>/dev/null || true; fi
    rm -rf "$work"
}
trap cleanup EXIT

debootstrap --variant=minbase --include=ca-certificates,libatomic1,libstdc++6 bookworm "$work/base" >"$work/debootstrap.log"
cp "$(command -v node)" "$work/base/usr/bin/node"
mkdir -p "$work/base/usr/lib/node_modules"
cp -a "$(npm root --global)/npm" "$work/base/usr/lib/node_modules/"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/base/usr/bin/npm"
base=$(buildah "$@" from scratch)
buildah "$@" copy --quiet "$base" "$work/base" / >/dev/null
buildah "$@" commit --quiet "$base" frame-base >/dev/null

# The build uses npm's settings of this machine, such as the registry. They are not in the image.
touch "$work/npmrc"
for file in "$(npm config get globalconfig)" "$(npm config get userconfig)"; do
    if [ -f "$file" ]; then cat "$file" >>"$work/npmrc"; fi
done
# Certificates that this machine trusts in addition.
cat /etc/ssl/certs/ca-certificates.crt "${NODE_EXTRA_CA_CERTS:-/dev/null}" >"$work/certificates"
echo cafile=/root/certificates >>"$work/npmrc"
buildah "$@" build --quiet --build-arg BASE=localhost/frame-base --volume "$work/npmrc:/root/.npmrc:ro" \
    --volume "$work/certificates:/root/certificates:ro" -f "$here/deploy/Containerfile" -t frame "$here"
buildah "$@" images --format '{{.Name}} {{.Size}}'

container=$(buildah "$@" from localhost/frame)
buildah "$@" run --env PORT="$port" "$container" -- npm run --silent serve &
shop=$!
waited=0
until curl --silent --fail "http://127.0.0.1:$port/readyz"; do
    if [ "$waited" -ge 60 ] || ! kill -0 "$shop" 2>/dev/null; then
        echo 'The shop in the image did not become ready'
        exit 1
    fi
    sleep 1
    waited=$((waited + 1))
done
echo
echo "The shop in the image was ready after $waited seconds"
