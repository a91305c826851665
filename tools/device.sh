#!/bin/sh
# Runs the device tests and the benchmark on a machine that has a GPU but no Go.
#
#   tools/device.sh build [DIR]   build commands and test binaries into DIR (default bin/)
#   tools/device.sh test [DIR]    there, in a copy of this folder: the device tests
#   tools/device.sh bench [DIR]   there: the benchmark, results in $OUT or out/; what follows DIR goes to crowdbench,
#                                 such as -table peelers,rebake,sparse
#   tools/device.sh table NAME    anywhere: a table of the last benchmark, from $OUT or out/
#
# To measure: build; copy the folder with DIR to the machine; test; bench; bring $OUT back. Neither Go nor a network is
# needed there, only a Vulkan driver and, for the tests, its validation layers (THRONG_VALIDATION=0 does without). The
# largest scene takes up to 1 GiB of device memory.
set -eu
cd "$(dirname "$0")/.."
what=${1:-}
dir=${2:-bin}
case $what in
build)
	mkdir -p "$dir"
	go build -ldflags "-s -w" -o "$dir/" ./cmd/crowd ./cmd/crowdbench
	for p in vk engine tests; do go test -c -ldflags "-s -w" -o "$dir/$p.test" "./$p"; done
	;;
test)
	dir=$(cd "$dir" && pwd)
	export THRONG_REQUIRE_DEVICE=1 THRONG_VALIDATION=${THRONG_VALIDATION-1}
	status=0
	for p in vk engine tests; do
		# The rules of the house need Go; everything else runs from the folder of its sources.
		(cd "$p" && "$dir/$p.test" -test.skip '^TestHouse' -test.timeout 10m) || status=1
	done
	exit $status
	;;
bench)
	shift
	[ $# -gt 0 ] && shift
	mkdir -p "${OUT:-out}"
	"$dir/crowdbench" -out "${OUT:-out}" "$@"
	;;
table)
	# Name, heading and rows, up to the empty line after them.
	awk -v name="$dir:" '$1 == name { on = 1 } on && !NF { exit } on' "${OUT:-out}/bench.txt"
	;;
*)
	sed -n '2,12s/^# \{0,1\}//p' "$0"
	exit 2
	;;
esac
