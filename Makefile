# Builds the engine as OpenBench's workers ask for it: `make EXE=NAME` puts the
# binary of the profile `dist` here as NAME (on Windows as NAME.exe). `EVALFILE=`, `CC=` and
# `CXX=` mean nothing here; everyone else can use cargo.

EXE ?= plyglot
CARGO ?= cargo

ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif
BINARY := $(patsubst %$(SUFFIX),%,$(EXE))$(SUFFIX)
BUILT := $(or $(CARGO_TARGET_DIR),target)/dist/plyglot$(SUFFIX)

# For `make pgo`: a build in three steps, guided by a profile of `bench`. The profile's tool
# comes with `rustup component add llvm-tools`; one of a system's packages will do if it
# is as new as the compiler's LLVM (`rustc -vV`): `make pgo PROFDATA=llvm-profdata-22`.
HOST = $(shell rustc -vV | sed -n 's/^host: //p')
PROFDATA ?= $(or $(wildcard $(shell rustc --print sysroot)/lib/rustlib/*/bin/llvm-profdata),llvm-profdata)
PGO := $(or $(CARGO_TARGET_DIR),target)/pgo
PGO_BUILD = $(CARGO) build --profile dist --bin plyglot --target $(HOST) --target-dir "$(PGO)"
PGO_BUILT = $(PGO)/$(HOST)/dist/plyglot$(SUFFIX)

# The packages are for processors of the last ten years; docs/python.md says why.
PACKAGE_CPU := $(if $(filter x86_64 AMD64,$(shell uname -m)),x86-64-v3,generic)

wheel deb container: export RUSTFLAGS := -C target-cpu=$(PACKAGE_CPU)

.PHONY: build help bench pgo wheel deb container site npm books

build: ## the program, as plyglot in this folder, or as EXE=NAME (the default)
	$(CARGO) build --profile dist --bin plyglot
	cp "$(BUILT)" "$(BINARY)"

# Prints the lines above and below that have a description behind `##`.
help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' $(MAKEFILE_LIST) | sort | while IFS='	' read -r name text; do printf '%-10s %s\n' "$$name" "$$text"; done

bench: build ## the nodes of fixed searches, and the speed
	"$(abspath $(BINARY))" bench

pgo: ## a faster program: its build is guided by a profile of bench
	rm -rf "$(PGO)/profiles"
	$(PGO_BUILD) --config 'build.rustflags=["-Cprofile-generate=$(abspath $(PGO))/profiles"]'
	"$(PGO_BUILT)" bench
	$(PROFDATA) merge -o "$(PGO)/bench.profdata" "$(PGO)/profiles"
	$(PGO_BUILD) --config 'build.rustflags=["-Cprofile-use=$(abspath $(PGO))/bench.profdata"]'
	cp "$(PGO_BUILT)" "$(BINARY)"

# The package for Python, in `target/wheels`. It needs `pip install maturin`.
wheel: ## the package for Python, in target/wheels (needs maturin)
	cp LICENSE-* NOTICES python/
	python3 python/reference.py python/plyglot/reference.md
	maturin build --profile dist --locked --manifest-path python/Cargo.toml --out target/wheels

# The package for Debian and Ubuntu, in `target/debian`. It needs
# `cargo install cargo-deb`.
deb: ## the package for Debian and Ubuntu, in target/debian (needs cargo-deb)
	$(CARGO) build --profile dist --locked --bin plyglot
	rm -rf target/deb
	mkdir -p target/deb/man target/deb/completions
	"$(BUILT)" man target/deb/man
	for shell in bash fish zsh; do "$(BUILT)" completions $$shell >target/deb/completions/$$shell || exit; done
	$(CARGO) deb --no-build --profile dist

# An image for podman or docker with nothing but the program, which needs no libraries there:
# `podman run --rm -i plyglot`. It needs `rustup target add $(MUSL)`.
MUSL := $(shell uname -m)-unknown-linux-musl
CONTAINER ?= podman
REPOSITORY = $(shell sed -n 's/^repository = "\(.*\)"$$/\1/p' Cargo.toml)
container: ## an image for podman or docker
	$(CARGO) build --profile dist --locked --bin plyglot --target $(MUSL)
	rm -rf target/container
	mkdir -p target/container
	cp "$(or $(CARGO_TARGET_DIR),target)/$(MUSL)/dist/plyglot" LICENSE-* NOTICES target/container/
	$(CONTAINER) build --tag plyglot --label org.opencontainers.image.source="$(REPOSITORY)" \
	  --label org.opencontainers.image.licenses="MIT OR Apache-2.0" --file Containerfile target/container

# The page without a server, in `target/site`: docs/board.md says how to use it.
site: ## the page without a server, in target/site
	rm -rf target/site
	wasm/site target/site

# The same as a package for npm, in `target/npm`. npm fetches TypeScript for it.
npm: site ## the package for npm, in target/npm
	rm -rf target/npm
	wasm/package_npm target/site target/npm

# What `plyglot book` finds out about games of several families, in `target/books`.
BOOKS := chess atomic crazyhouse shogi minishogi xiangqi makruk breakthrough hex draughts
books: build ## books of ten games, in target/books
	mkdir -p target/books
	for game in $(BOOKS); do \
	  "$(abspath $(BINARY))" book $$game --out target/books/$$game || exit 1; \
	done
