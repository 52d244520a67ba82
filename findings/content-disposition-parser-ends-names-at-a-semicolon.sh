#!/usr/bin/env bash
# content-disposition-parser 1.0.2 (npm): type, name and file name of a Content-Disposition header. content-disposition 1.0.1 is asked the same.
# Guess: within quotation marks a semicolon is a letter of the file name, as RFC 6266 has it, and a quotation mark that is escaped comes out without its backslash.
# Seen: the name ends at the semicolon: "100 Main St; Unit 2.pdf" is "100 Main St", and `Unit 2.pdf"` becomes a parameter of its own. Backslashes stay. A comma
#   and an equals sign do no harm.
# Touches: downloads that are kept under the name which the service gives: documents of two units of one house get one name without an ending, and the second takes the
#   place of the first.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit content-disposition-parser@1.0.2 content-disposition@1.0.1 > /dev/null 2>&1 || { echo 'content-disposition-parser@1.0.2 content-disposition@1.0.1 cannot be had'; exit 2; }
cat > try.cjs <<'JS'
const short = require('content-disposition-parser')
const { parse } = require('content-disposition')
const read = (header) => [(short.default ?? short)(header).filename, parse(header).parameters.filename]
const rows = ['100 Main St; Unit 1.pdf', '100 Main St; Unit 2.pdf', '100 Main St, Unit 2.pdf', 'a=b.pdf'].map((name) => read(`attachment; filename="${name}"`))
rows.push(read('attachment; filename="\\"final\\".pdf"'))
for (const [got, due] of rows) console.log(`${due}: ${got}`)
const seen = rows.map(([got, due]) => got === due).join()
process.exit(seen === 'false,false,true,true,false' && rows[0][0] === '100 Main St' && rows[1][0] === '100 Main St' ? 0 : 1)
JS
node try.cjs
