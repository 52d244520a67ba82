#!/usr/bin/env bash
# tz-lookup 6.1.25 (npm): the time zone of a coordinate, in one file of 72 KB.
# Guess: it is coarse near borders, where it may be an hour off.
# Seen: Pago Pago and all of inhabited Tutuila (American Samoa, UTC-11) are given Pacific/Apia (UTC+13), which is of another country
#   across the date line: dates there are a whole day ahead.
# Touches: whoever computes due dates or effective dates of properties in the territories by coordinates.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null 2>&1
npm install --silent --ignore-scripts tz-lookup@6.1.25 >/dev/null 2>&1 || { echo 'npm or the package could not be had'; exit 2; }
node -e '
  const zoneAt = require("tz-lookup")
  const now = new Date("2026-06-01T12:00:00Z")
  const dateIn = (timeZone) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(now)
  let wrong = 0
  for (const [name, latitude, longitude] of [["Pago Pago", -14.2781, -170.7025], ["Tafuna", -14.3358, -170.7200], ["Leone", -14.3439, -170.7850]]) {
    const zone = zoneAt(latitude, longitude)
    console.log(`${name}: ${zone}, ${dateIn(zone)}; kept there: Pacific/Pago_Pago, ${dateIn("Pacific/Pago_Pago")}`)
    if (zone === "Pacific/Apia" && dateIn(zone) !== dateIn("Pacific/Pago_Pago")) wrong += 1
  }
  console.log(`Apia: ${zoneAt(-13.8333, -171.7667)}, San Juan: ${zoneAt(18.4655, -66.1057)}`)
  process.exit(wrong > 0 ? 0 : 1)
'
