#!/usr/bin/env bash
# Compiles the shaders of a source tree to SPIR-V:  tools/glslc.sh [-f] [SRC [OUT]]
#
#   SRC   folder of the sources, shaders-glsl by default; SRC/lib holds included files only
#   OUT   folder of the binaries, spirv by default
#   -f    compile every shader, also those whose sources have not changed
#
# field/speed.comp becomes speed.spv, draw/agent.vert becomes agent.vert.spv. OUT/MANIFEST has one
# line per shader, its fields separated by tabs: name, hash of the sources, hash of the binary,
# compiler. The hash of the sources is the sha256 of the lines that sha256sum prints, sorted, for the
# shader and for everything it includes, paths being relative to SRC. Includes are read from the
# text, conditions ignored, so that package spirv can compute the same hash with no compiler.
#
# A shader that fails to compile does not stop the others; the exit status is then 1.
set -euo pipefail
export LC_ALL=C

fail() { echo "glslc.sh: $*" >&2; exit 1; }

force=
if [[ ${1-} == -f ]]; then force=1; shift; fi
root=$(cd "$(dirname "$0")/.." && pwd)
src=${1-$root/shaders-glsl}
out=${2-$root/spirv}
[[ -d $src ]] || fail "no folder of shader sources at $src"
for tool in glslc spirv-opt spirv-val; do
	command -v $tool >/dev/null || fail "$tool is not installed; tools/setup.sh installs it"
done
mkdir -p "$out"
src=$(cd "$src" && pwd)
out=$(cd "$out" && pwd)

exec 9<"$out"
flock 9 # two runs at once would each write a MANIFEST that lacks the other's work
scratch=$(mktemp -d "$out/.glslc.XXXXXX") # in OUT, so that mv replaces a file at once
trap 'rm -rf "$scratch"' EXIT
cd "$src"

compiler=$(glslc --version | sed -n '/^\(shaderc\|spirv-tools\|glslang\) /p' | paste -sd, | tr ' ' -)

# One process each for all hashes and all includes: shell loops over files would be slow.
declare -A hash includes
while read -r sum file; do
	hash[$file]=$sum
done < <(find . -type f ! -name '.*' -printf '%P\0' | sort -z | xargs -0r sha256sum)
while IFS=: read -r file line; do
	[[ $line =~ \"([^\"]+)\" ]] || continue
	includes[$file]+="${BASH_REMATCH[1]}"$'\n'
done < <(find . -type f ! -name '.*' -printf '%P\0' | xargs -0r grep -HE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' || true)

# resolve FROM NAME: the file that FROM means by NAME, beside it or else from the root, as glslc does.
resolve() {
	local dir=${1%/*} path
	[[ $1 == */* ]] || dir=.
	path=$(realpath -m --relative-to=. "$dir/$2")
	[[ -n ${hash[$path]-} ]] || path=$(realpath -m --relative-to=. "$2")
	[[ -n ${hash[$path]-} ]] || { echo "glslc.sh: $1 includes \"$2\", which does not exist" >&2; return 1; }
	resolved=$path
}

# closure FILE: adds FILE and all that it includes to the set seen.
closure() {
	[[ -z ${seen[$1]-} ]] || return 0
	seen[$1]=1
	local name
	while read -r name; do
		[[ -n $name ]] || continue
		resolve "$1" "$name" && closure "$resolved" || return 1
	done <<<"${includes[$1]-}"
}

# sources FILE: sets sum to the hash of FILE's sources.
sources() {
	local -A seen=()
	closure "$1" || return 1
	sum=$(for file in "${!seen[@]}"; do echo "${hash[$file]}  $file"; done | sort | sha256sum)
	sum=${sum%% *}
}

declare -A old
if [[ -f $out/MANIFEST ]]; then
	while read -r name line; do old[$name]=$line; done <"$out/MANIFEST"
fi

declare -A from
: >"$scratch/jobs"
failed=
while read -r file; do
	name=${file##*/}
	name=${name%.comp}
	[[ -z ${from[$name]-} ]] || fail "$file and ${from[$name]} would both become $name.spv; rename one"
	from[$name]=$file
	if ! sources "$file"; then
		failed=1
		continue
	fi
	if [[ -z $force && ${old[$name]-} == "$sum"$'\t'* && -f $out/$name.spv ]]; then
		read -r binary _ < <(sha256sum "$out/$name.spv")
		[[ ${old[$name]} != *$'\t'"$binary"$'\t'* ]] || continue
	fi
	printf '%s %s %s\n' "$name" "$file" "$sum" >>"$scratch/jobs"
done < <(find . -type f \( -name '*.comp' -o -name '*.vert' -o -name '*.frag' \) ! -path './lib/*' -printf '%P\n' | sort)

# Names must survive for reflection. glslc -O drops them, so the optimiser is a step of its own.
compile() {
	local name=$1 file=$2 sum=$3 made=$scratch/$1
	glslc -Werror --target-env=vulkan1.3 -I . "$file" -o "$made.raw" &&
		spirv-opt --target-env=vulkan1.3 -O "$made.raw" -o "$made.spv" &&
		spirv-val --target-env vulkan1.3 "$made.spv" || { echo "glslc.sh: $file failed" >&2; return 1; }
	mv "$made.spv" "$out/$name.spv"
	local binary
	read -r binary _ < <(sha256sum "$out/$name.spv")
	printf '%s\t%s\t%s\t%s\n' "$name" "$sum" "$binary" "$compiler" >"$made.line"
	echo "$file -> $name.spv"
}
export -f compile
export scratch out compiler
xargs -r -P "$(nproc)" -L 1 bash -c 'compile "$@"' compile <"$scratch/jobs" || failed=1

# What failed keeps its old line, which then names a stale hash and is tried again by the next run.
for name in "${!from[@]}"; do
	if [[ -f $scratch/$name.line ]]; then
		cat "$scratch/$name.line"
	elif [[ -n ${old[$name]-} ]]; then
		printf '%s\t%s\n' "$name" "${old[$name]}"
	fi
done | sort >"$scratch/MANIFEST"
mv "$scratch/MANIFEST" "$out/MANIFEST"
for name in "${!old[@]}"; do
	[[ -n ${from[$name]-} ]] || rm -f "$out/$name.spv"
done
[[ -z $failed ]] || fail "some shaders failed to compile"
