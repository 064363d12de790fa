# Speed beside peers.

BENCH_PACKAGES := libbenchmark-dev libre2-dev libpcre2-dev libhyperscan-dev \
	libjemalloc2 wrk valgrind
BENCH_LIBS := -lbenchmark -lre2 -lpcre2-8 -lhs -lpthread -lhiredis
BENCH_PROGRAMS := $(patsubst bench/%.cpp,%,$(wildcard bench/*_bench.cpp \
	bench/*_instructions.cpp bench/load_once.cpp bench/fleet_nodes.cpp))
BENCH_SHARED := $(patsubst bench/%.cpp,$(OUT)/bench/%.o,$(filter-out \
	$(BENCH_PROGRAMS:%=bench/%.cpp),$(wildcard bench/*.cpp)))

.PHONY: bench
bench: deps ## measure speed beside peers: bench/RESULTS.md, 10 minutes
	@tools/deps $(BENCH_PACKAGES)
	@$(MAKE) --no-print-directory -j$(JOBS) benches
	@ROBOTS_SOURCE='$(ROOT)' bench/run '$(NGINX)' '$(MODULE)' \
		'$(OUT)/robotsctl' '$(OUT)/bench'

.PHONY: bench-fleet-nodes
bench-fleet-nodes: deps ## what 1,000 quiet nodes cost their server
	@tools/deps $(BENCH_PACKAGES)
	@$(MAKE) --no-print-directory '$(OUT)/bench/fleet_nodes'
	@'$(OUT)/bench/fleet_nodes' '$(firstword $(wildcard /usr/bin/valkey-server /usr/bin/redis-server))'

.PHONY: benches
benches: module robotsctl $(BENCH_PROGRAMS:%=$(OUT)/bench/%)

$(BENCH_PROGRAMS:%=$(OUT)/bench/%): $(OUT)/bench/%: $(OUT)/bench/%.o \
		$(BENCH_SHARED) $(COMMON_LIB)
	@echo '  LINK   $(@F)'
	@$(LINK) -o $@ $^ $(BENCH_LIBS) $(POLICY_LIBS)
