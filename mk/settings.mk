# Folders, compiler and flags: what all other files build with.

SHELL := /bin/bash
.DELETE_ON_ERROR:
.SUFFIXES:
.SECONDARY:

ifneq ($(words $(CURDIR)),1)
$(error the path `$(CURDIR)` has a blank, which make and nginx's configure \
	cannot read; move this folder to a path without blanks)
endif

# Where everything that is built goes; with SANITIZE=address,undefined or
# STATIC=1 a folder of its own inside.
BUILD ?= build
SANITIZE ?=
# The libraries that are ours alone, and the C++ runtime, within the module.
STATIC ?=
# The nginx tree to build against: Debian's nginx-dev, or any source tree from
# 1.22 on. A tree with sources also gives the nginx that the tests run.
NGINX_SRC ?= /usr/share/nginx/src

# What is installed finds its templates there (`<share>/` in a policy).
prefix ?= /usr/local
datadir ?= $(prefix)/share
share ?= $(datadir)/nginx-robots

# So many sources, at most, are compiled as one, which takes a quarter of the
# time. 1 compiles each by itself: better where one file is changed often.
JOIN ?= 45

CXX ?= g++
JOBS ?= $(shell nproc)
# What dpkg-buildflags puts into the environment takes the place of these.
HARDENING := -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
# With sanitizers, -O1 takes nearly twice the time of -Og, at which GCC cannot
# inline all that xxhash asks for.
CXXFLAGS ?= $(if $(SANITIZE),-Og -DXXH_NO_INLINE_HINTS,-O2 $(HARDENING)) -g1
LDFLAGS ?= $(if $(SANITIZE),,-Wl,-z,relro -Wl,-z,now)
SECTIONS := $(if $(STATIC),-ffunction-sections -fdata-sections)
override OUT := $(abspath $(BUILD))$(if $(SANITIZE),/sanitize)$(if \
	$(STATIC),/static)
# What drives nginx and robotsctl from outside is the same for all of these.
override DRIVERS := $(abspath $(BUILD))
override ROOT := $(CURDIR)

comma := ,
SANITIZE_FLAGS := $(if $(SANITIZE),-fsanitize=$(SANITIZE) \
	-fno-omit-frame-pointer -fno-sanitize-recover=undefined)
VERSION := $(shell cat VERSION)
STANDARD := -std=c++17
WARNINGS := -Wall -Wextra -Wshadow -Wconversion $(if $(WERROR),-Werror)
# Compiles from before are taken from ccache, if there is one. A compiler that
# somebody named is run as it is.
CCACHE := $(if $(filter default,$(origin CXX)),$(shell command -v ccache))
# FILES, FOLDER if not OUT, and DEPTH: what is compiled for them, and its
# objects. Without DEPTH, only what is in one folder is joined, with 1 all of a
# room.
units = $(if $(filter-out 1,$(JOIN)),$(shell tools/join-sources \
	'$(or $2,$(OUT))/joined' '$(JOIN)' '$(or $3,9)' $(sort $1)),$1)
objects = $(patsubst %.cpp,%.o,$(filter /%,$1) \
	$(addprefix $(or $2,$(OUT))/,$(filter-out /%,$1)))
joined_objects = $(call objects,$(call units,$1,$2,$3),$2)
# nginx, too, has file offsets of 64 bits everywhere.
COMPILE = $(CCACHE) $(CXX) $(STANDARD) -D_FILE_OFFSET_BITS=64 $(CPPFLAGS) \
	$(CXXFLAGS) $(SECTIONS) $(SANITIZE_FLAGS) $(WARNINGS) -fPIC \
	-fvisibility=hidden -MMD -MP -I$(ROOT) -I$(OUT) \
	-DROBOTS_VERSION='"$(VERSION)"'
LINK = $(CXX) $(CXXFLAGS) $(SANITIZE_FLAGS) $(LDFLAGS) $(STATIC_LDFLAGS)
# libcrypto stays a shared library with STATIC=1, as it is in nginx: fixes of it
# must not wait for a new module.
CRYPTO := -lcrypto
POLICY_LIBS := -lyaml-cpp -lidn2 $(CRYPTO)
ZLIB := -lz
MODULE_LIBS := $(POLICY_LIBS) -lhiredis -lstdc++
COLD_CXXFLAGS :=
include mk/static.mk
