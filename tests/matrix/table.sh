# docs/evidence/compatibility.md, from the results of rows. Sourced.
# shellcheck shell=bash

fact_of() {
    sed -n "s/^$2=//p" "$1" 2>/dev/null | tail -n 1
}

row_passed() {
    local wanted=integration
    [[ $(basename "$(dirname "$1")") != *-* ]] || wanted=units
    [ -n "$(fact_of "$1" $wanted)" ] && ! grep -q FAILED "$1"
}

# What a row would use, where it has no result.
title_of() {
    case $1 in
    bookworm*) echo 'Debian 12' ;;
    trixie*) echo 'Debian 13' ;;
    sid*) echo 'Debian sid' ;;
    tree) echo 'a tree that you name' ;;
    esac
}

write_row() {
    local row=$1 result=$2 page=$3 compiler=${1#*-}
    local integration='not part of this row' units='not part of this row'
    if [ ! -s "$result" ]; then
        grep -sF "| \`$row\` |" "$page" && return
        [ "$compiler" != "$row" ] || compiler='g++'
        echo "| \`$row\` | | $(title_of "$row") | $compiler | | not run | not run | not run |"
        return
    fi
    [[ $row == *-* ]] || integration=$(fact_of "$result" integration)
    [ "$row" = tree ] || units=$(fact_of "$result" units)
    echo "| \`$row\` | $(fact_of "$result" nginx) | $(title_of "$row") |" \
        "$(fact_of "$result" compiler) | $(fact_of "$result" yaml_cpp) |" \
        "$(fact_of "$result" built) | ${units:-not run} |" \
        "${integration:-not run} |"
}

# write_table FOLDER PAGE ROW...: FOLDER/ROW/result is the result of a row; one
# without is as PAGE has it.
write_table() {
    local folder=$1 page=$2 row
    shift 2
    cat <<'END'
# Compatibility

What the module has been built with and tested against. This page is made by
`make test-matrix`; each row is as it was when it was last run.

`make test-matrix ROWS='trixie sid-g++-15'` runs some rows, `make test-matrix
NGINX_SRC=/path/to/nginx-1.29.0 ROWS=tree` a tree of nginx's sources. A row runs in
a clean root of its release, with the release's own packages, and needs root.

- A row named for a release alone is what `make test-packages` built there, as
  Debian's packages, with the release's own g++ and `-O2`. The unit tests ran within
  that build. The integration tests run with the installed packages and the
  release's nginx; the programs that drive nginx are those of the machine that runs
  the matrix (Debian 12), since they contain none of this project's code.
- A row with a compiler in its name builds the module, robotsctl and the unit tests
  with that compiler, the first two with `-O1`, and runs the unit tests.
- `tree` builds the module, and an nginx from the tree that you name, on Debian 12,
  and runs the integration tests with both.

| row | nginx | release | compiler | yaml-cpp | built | unit tests | integration tests |
|---|---|---|---|---|---|---|---|
END
    for row in "$@"; do
        write_row "$row" "$folder/$row/result" "$page"
    done
    cat <<'END'

Servers that are made of nginx's sources, built from their own repositories. On
Debian 12 with g++ 12.2.0, `make test-integration NGINX_SRC=DIR` built each with the
module and ran the integration tests:

| server | its nginx | built | integration tests | why some fail |
|---|---|---|---|---|
| Angie 1.13.0 | 1.31.2 | yes | 748 passed, 12 failed, 4 skipped | without a `resolver` it asks the name servers of /etc/resolv.conf, so that crawlers are verified where the tests expect that they can't be; its error_log has values in quotes; a worker that quits answers a moment longer |
| freenginx | 1.27.2 | yes | 758 passed, 1 failed | after a refusal it closes a connection that `Expect: 100-continue` came on |
| Tengine 3.2.0 | 1.31.3 | yes | 746 passed, 9 failed, 9 skipped | without a `resolver` it asks the name servers of /etc/resolv.conf, as Angie does |
| OpenResty | | not run | | its repository has patches for nginx, and no nginx |

For 32 bits, `make test-i386` cross-builds all with Debian 12's g++ for i386, runs
the unit tests, and has Debian's nginx 1.22.1 for i386 serve a robots.txt; for
aarch64 there is `make test-aarch64`. See [testing.md](testing.md#packages).

An nginx that the module was not built for refuses it: see
[installing.md](../installing.md#the-module-is-not-loaded).
END
}
