#!/usr/bin/env bash
# zip-to-timezone 1.2.1 (npm): the time zone of a ZIP code, from a list in the package.
# Guess: the list is read when the package is loaded, or at the first question.
# Seen: every question reads and parses a YAML file of 800 KB anew, synchronously, so that a few hundred questions hold up a server for
#   seconds; and `short()` answers `EST` or `EDT` by the list, whatever the date is.
# Touches: whoever asks it for each order or each row of a report.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null 2>&1
npm install --silent --ignore-scripts zip-to-timezone@1.2.1 >/dev/null 2>&1 || { echo 'npm or the package could not be had'; exit 2; }
node -e '
  const fs = require("fs")
  const { ZipToTz } = require("zip-to-timezone")
  let reads = 0
  let bytes = 0
  const { readFileSync } = fs
  fs.readFileSync = (...given) => {
    const read = readFileSync(...given)
    if (String(given[0]).endsWith(".yml")) { reads += 1; bytes += read.length }
    return read
  }
  const zones = new ZipToTz()
  for (let times = 0; times < 5; times += 1) zones.full("33487")
  console.log(`5 questions for one code: ${reads} reads of its list, ${bytes} bytes`)
  const winter = zones.short("33487")
  console.log(`short: ${winter}, whatever the date is; questions and reads so far: 6 and ${reads}`)
  process.exit(reads === 6 ? 0 : 1)
'
