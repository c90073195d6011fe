# Shared by the scripts beside it. Sets the working folder to the project's root.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
ROOT=$PWD

say() { printf '%s\n' "$*" >&2; }
die() { say "error: $*"; exit 1; }

# Installs what is missing of the named groups of scripts/packages.txt, without asking.
#   setup core AVIF test
setup() {
    command -v swift >/dev/null || die "no Swift toolchain found. Install Swift 6.2 or newer (https://www.swift.org/install/linux/) and put its usr/bin into PATH."
    command -v dpkg-query >/dev/null || { say "note: this is no Debian system; the packages of scripts/packages.txt must be there already."; return 0; }
    local groups=" $* " group package missing=()
    while read -r group package; do
        case "$group" in ''|'#'*) continue ;; esac
        case "$groups" in *" $group "*) ;; *) continue ;; esac
        dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
    done < scripts/packages.txt
    [ ${#missing[@]} -eq 0 ] && return 0
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || die "these packages are missing, and there is neither root nor sudo to install them: ${missing[*]}
Ask an administrator to run: apt-get install ${missing[*]}"
        as_root=(sudo)
    fi
    say "Installing: ${missing[*]}"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q >&2 || die "apt-get update failed; see above."
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}" >&2 \
        || die "apt-get install failed; see above."
}

# The groups that a build with all traits needs.
ALL_TRAITS="AVIF HEIF JXL SVG TIFF GTK Redis Terminal"
