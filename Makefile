# Builds the engine as OpenBench's workers ask for it: `make EXE=NAME` puts the
# release binary here as NAME (on Windows as NAME.exe). `EVALFILE=`, `CC=` and
# `CXX=` mean nothing here; everyone else can use cargo.

EXE ?= plyglot
CARGO ?= cargo

ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif
BINARY := $(patsubst %$(SUFFIX),%,$(EXE))$(SUFFIX)
BUILT := $(or $(CARGO_TARGET_DIR),target)/release/plyglot$(SUFFIX)

.PHONY: build bench

build:
	$(CARGO) build --release --bin plyglot
	cp "$(BUILT)" "$(BINARY)"

bench: build
	"$(abspath $(BINARY))" bench
