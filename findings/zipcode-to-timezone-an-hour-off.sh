#!/usr/bin/env bash
# zipcode-to-timezone 0.0.9 (npm): the time zone of a ZIP code.
# Guess: it errs in hamlets along borders of zones.
# Seen: whole cities are an hour off: Gary, Hammond and Evansville IN and Bowling Green, Owensboro and Paducah KY get Eastern time; they keep
#   Central. The territories (Puerto Rico, Guam) are unknown to it, and answers with `null`.
# Touches: whoever tells by it whether a date is past, or shows an appointment, in Indiana and Kentucky.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null 2>&1
npm install --silent --ignore-scripts zipcode-to-timezone@0.0.9 >/dev/null 2>&1 || { echo 'npm or the package could not be had'; exit 2; }
node -e '
  const { lookup } = require("zipcode-to-timezone")
  const hour = (timeZone) => new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", minute: "2-digit" }).format(new Date("2026-06-01T12:00:00Z"))
  const cities = { 46402: "Gary IN", 46320: "Hammond IN", 47708: "Evansville IN", 42101: "Bowling Green KY", 42301: "Owensboro KY", 42001: "Paducah KY" }
  let late = 0
  for (const [code, name] of Object.entries(cities)) {
    const zone = lookup(code)
    console.log(`${code} ${name}: ${zone}, ${zone && hour(zone)}; kept there: ${hour("America/Chicago")}`)
    if (zone && hour(zone) !== hour("America/Chicago")) late += 1
  }
  const territories = ["00901", "96910"].map((code) => `${code}: ${lookup(code)}`)
  console.log(`${late} of ${Object.keys(cities).length} an hour off; ${territories.join(", ")}`)
  process.exit(late >= 4 && lookup("00901") === null ? 0 : 1)
'
