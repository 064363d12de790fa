# What must be installed.

PACKAGES := g++ make nginx nginx-dev libyaml-cpp-dev libidn2-dev libxxhash-dev \
	libcli11-dev nlohmann-json3-dev libsimdjson-dev zlib1g-dev \
	libsmartcols-dev libhowardhinnant-date-dev libgtest-dev libgmock-dev \
	libcurl4-openssl-dev libssl-dev curl ca-certificates clang clang-format \
	clang-tidy libclang-rt-14-dev shellcheck valgrind dpkg-dev mandoc \
	python3-yaml python3-jsonschema libfaketime ngtcp2-client

.PHONY: deps
deps: ## install all that building, testing and linting needs (Debian)
	@tools/deps $(PACKAGES)
