# make bench    installs what is missing, then measures: tables, plots and a picture in out/
# make test     installs what is missing, then checks and tests everything, on a Vulkan device
# make quick    the checks to run while working: vet and the short tests
# make shaders  compiles changed shaders to spirv/
# make setup    installs what is missing and nothing else

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := test
.PHONY: bench test quick shaders setup format vet lint pure device
.NOTPARALLEL:

# Packages that must build and pass without cgo.
PURE := ./ecs/... ./passes/... ./spirv/...

bench: setup
	mkdir -p out
	go run ./cmd/crowdbench -quick -out out

test: setup format vet lint pure device

quick: vet
	go test -short -timeout 80s ./...

shaders:
	tools/glslc.sh

setup:
	tools/setup.sh

format:
	@bad=$$(gofmt -l .); [[ -z $$bad ]] || { echo "not formatted by gofmt:" $$bad >&2; exit 1; }

vet:
	go vet ./...

lint:
	go tool staticcheck ./...

pure:
	CGO_ENABLED=0 go test -timeout 10m $(PURE)
	CGO_ENABLED=1 go test -race -timeout 15m $(PURE)

# With THRONG_REQUIRE_DEVICE a test that finds no Vulkan device fails instead of skipping. One package
# at a time: on a software device two at once would spoil each other's times.
device: export THRONG_REQUIRE_DEVICE := 1
device: export THRONG_VALIDATION := 1
device:
	@mkdir -p out
	go test -v -p 1 -count=1 -timeout 30m ./... | tee out/test.log
	@if grep -h -e '--- SKIP' out/test.log; then [[ -z $${CI-} ]] || { echo "in CI no test may be skipped" >&2; exit 1; }; else echo "no test was skipped"; fi
