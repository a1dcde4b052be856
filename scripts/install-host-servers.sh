#!/usr/bin/env bash
# Installs the servers and the browser that the host tests run, and what the snapshot tests open
# downloads with, from Debian's packages. Nothing is left running or set to start with the system.
# Does nothing where all of them are there already.
set -euo pipefail

# The command each package brings; nginx and apache2 are in a folder that users may not search.
PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"
PACKAGES=(nginx caddy apache2 chromium unzip sqlite3)
SERVICES=(nginx caddy apache2)
POLICY=/usr/sbin/policy-rc.d

main() {
  local missing=() package
  for package in "${PACKAGES[@]}"; do
    command -v "$package" > /dev/null || missing+=("$package")
  done
  if ((${#missing[@]} > 0)); then install_packages "${missing[@]}"; fi
  for package in "${PACKAGES[@]}"; do
    printf '%-9s %s\n' "$package" "$(dpkg-query --show --showformat '${Version}' "$package" 2> /dev/null || command -v "$package")"
  done
}

install_packages() {
  command -v apt-get > /dev/null ||
    fail "Cannot install $*: apt-get is missing; install them with this system's own packages"
  local before
  before=$(running_servers)
  forbid_services
  as_root apt-get update --quiet
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install --quiet --yes --no-install-recommends "$@"
  keep_from_starting "$@"
  local started
  started=$(comm -13 <(echo "$before") <(running_servers))
  [[ -z $started ]] || fail "The installation started a server: ${started//$'\n'/, }"
}

# Package scripts ask this file before they start a service; 101 is "not allowed" (invoke-rc.d(8)).
# A system that has one, as most containers do, has decided for itself.
forbid_services() {
  [[ ! -e $POLICY ]] || return 0
  trap 'as_root rm -f "$POLICY"' EXIT
  printf '#!/bin/sh\nexit 101\n' | as_root tee "$POLICY" > /dev/null
  as_root chmod 755 "$POLICY"
}

# Installing also enables a service, which no policy prevents. Only what came with this run is
# disabled: a server that was there before has its reasons.
keep_from_starting() {
  local package
  for package in "$@"; do
    [[ " ${SERVICES[*]} " == *" $package "* ]] || continue
    if command -v systemctl > /dev/null; then
      as_root systemctl --quiet disable "$package.service"
    else
      as_root deb-systemd-helper disable "$package.service" > /dev/null
      if [[ -e /etc/init.d/$package ]]; then as_root update-rc.d "$package" disable; fi
    fi
  done
}

# Every process of a server, as "name pid", in the order that comm needs.
running_servers() {
  local process name service
  for process in /proc/[0-9]*; do
    name=$(cat "$process/comm" 2> /dev/null) || continue
    for service in "${SERVICES[@]}"; do
      if [[ $name == "$service" ]]; then echo "$name ${process#/proc/}"; fi
    done
  done | sort
}

as_root() {
  if ((EUID == 0)); then
    "$@"
  elif command -v sudo > /dev/null; then
    sudo "$@"
  else
    fail "Cannot run $1: call this script as root, or install sudo"
  fi
}

fail() {
  echo "install-host-servers: $*" >&2
  exit 1
}

main
