#!/usr/bin/env bash
# Installs what building, testing and running throng needs on Debian and Ubuntu: a C compiler, the Vulkan
# loader, headers and validation layers, Mesa's drivers (among them lavapipe, which needs no GPU), the
# shader compiler, the X11 headers of the viewer, and scikit-fmm, which the benchmark compares with.
# Installs only what is missing, so that it may run every time. THRONG_SETUP=off skips it, for systems
# where the packages come from elsewhere.
set -euo pipefail

fail() { echo "setup.sh: $*" >&2; exit 1; }

[[ ${THRONG_SETUP-} != off ]] || exit 0

command -v go >/dev/null || fail "Go is not installed or not in PATH; install Go 1.24 or newer from https://go.dev/dl/"
version=$(go env GOVERSION)
if [[ $version =~ ^go1\.([0-9]+) ]] && ((BASH_REMATCH[1] < 21)); then
	fail "Go 1.24 or newer is needed and this is $version; install it from https://go.dev/dl/"
fi

packages=(
	libvulkan1 libvulkan-dev mesa-vulkan-drivers vulkan-validationlayers glslc spirv-tools
	libx11-dev libxrandr-dev libxinerama-dev libxcursor-dev libxi-dev libxxf86vm-dev libgl1-mesa-dev
	python3-scikit-fmm
)
command -v "${CC:-gcc}" >/dev/null || packages+=(build-essential)

by_hand="install these packages by other means and set THRONG_SETUP=off: ${packages[*]}"
command -v dpkg-query >/dev/null || fail "this system has no dpkg; $by_hand"

declare -A installed
while read -r package status; do
	[[ $status != installed ]] || installed[$package]=1
done < <(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "${packages[@]}" 2>/dev/null || true)
missing=()
for package in "${packages[@]}"; do
	[[ -n ${installed[$package]-} ]] || missing+=("$package")
done
((${#missing[@]})) || exit 0

command -v apt-get >/dev/null || fail "this system has no apt-get; $by_hand"
root=()
if ((EUID)); then
	command -v sudo >/dev/null || fail "root or sudo is needed to install ${missing[*]}"
	root=(sudo)
fi
apt() { "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$@" >&2; }

echo "setup.sh: installing ${missing[*]}" >&2
apt update || echo "setup.sh: apt-get update failed; going on with the lists that are there" >&2
apt install -y --no-install-recommends "${missing[@]}" || fail "apt-get could not install ${missing[*]}"
