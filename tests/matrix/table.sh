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

The nginx, compilers and libraries with which the module was built and tested.
`make test-matrix` writes this page. Each row has the result of its last run.

`make test-matrix ROWS='trixie sid-g++-15'` runs only these two rows.
`make test-matrix NGINX_SRC=/path/to/nginx-1.29.0 ROWS=tree` runs the row `tree` with
nginx's sources in that folder. Each row runs in a clean system of its release, with
the packages of that release. This needs root.

- A row whose name is only a release tests the Debian packages that
  `make test-packages` built there, with the release's g++ and `-O2`. That build also
  ran the unit tests. The integration tests run with the installed packages and the
  release's nginx. The test programs that drive nginx are those of the machine that
  runs the matrix (Debian 12), since they contain no code of this project.
- A row with a compiler in its name builds the module, robotsctl and the unit tests
  with that compiler (the module and robotsctl with `-O1`), and runs the unit tests.
- `tree` builds the module and nginx on Debian 12, nginx from the sources that you
  name, and runs the integration tests with them.

| row | nginx | release | compiler | yaml-cpp | built | unit tests | integration tests |
|---|---|---|---|---|---|---|---|
END
    for row in "$@"; do
        write_row "$row" "$folder/$row/result" "$page"
    done
    cat <<'END'

These servers are made from nginx's sources. Each was built from its own repository,
with the module, by `make test-integration NGINX_SRC=DIR` on Debian 12 with g++
12.2.0, which then ran the integration tests:

| server | its nginx | built | integration tests | why some fail |
|---|---|---|---|---|
| Angie 1.13.0 | 1.31.2 | yes | 780 passed, 12 failed, 4 skipped | without a `resolver`, Angie asks the name servers of /etc/resolv.conf, so it verifies crawlers that the tests expect to be unverifiable; its error_log has values in quotes; a worker that quits answers requests a moment longer |
| freenginx | 1.27.2 | yes | 791 passed, 1 failed, 4 skipped | after it refuses a request with `Expect: 100-continue`, it closes the connection |
| Tengine 3.2.0 | 1.31.3 | yes | 778 passed, 9 failed, 9 skipped | without a `resolver`, Tengine asks the name servers of /etc/resolv.conf, as Angie does |
| OpenResty 1.31.1.1 | 1.31.1 | yes | 763 passed, 1 failed, 4 skipped | this module had a bug, which is corrected: on a loaded machine, an old worker said that files had changed |

OpenResty's own script `util/mirror-tarballs` put its release together from the
repositories of its parts. LuaJIT, lua-resty-core and five modules were not of the
commits that the release names, but of commits near them. Its nginx was configured
with the 18 modules of OpenResty and with `--with-compat`. lua-nginx-module was loaded
in the same nginx: a page that Lua makes is served to browsers and refused to a
crawler.

`make test-i386` cross-builds everything for 32 bits (i386) with Debian 12's g++, runs
the unit tests, and lets Debian's nginx 1.22.1 for i386 serve a robots.txt.
`make test-aarch64` does the same for aarch64, under qemu. See
[testing.md](testing.md#packages).

An nginx refuses a module that was not built for it: see
[installing.md](../installing.md#the-module-is-not-loaded).
END
}
