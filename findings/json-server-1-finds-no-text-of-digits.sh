#!/usr/bin/env bash
# json-server 1.0.0-beta.15 beside 0.17.4 (npm): a mock server over a JSON file, whose lists are filtered by `?field=value`.
# Guess: a row whose field is the text "007" is found by `order_number=007`, as 0.17.4 finds it, and a row whose `loan` is null has no `loan.number`, so
#   that no number finds it.
# Seen: 1.0 takes a value of digits for a number, and a text is never equal to a number: order numbers and ZIP codes such as "007" and "02134" are found by
#   no filter, and `:ne` of them leaves nothing out. `loan.number=5` gives the two orders without a loan, and not the one whose number is "5". Both answer 200.
# Touches: mocks of services whose ids and numbers are texts: "look for the order before you place it" finds nothing, or somebody else's order.
#   0.17.4 filters as one guesses; values with a letter are found in both.
set -euo pipefail
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2> /dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
cat > orders.json <<'JSON'
{ "orders": [
  { "id": "ord_1", "order_number": "007", "postal_code": "02134", "loan": null },
  { "id": "ord_2", "order_number": "A-8", "postal_code": "00901", "loan": { "number": "5" } },
  { "id": "ord_3", "order_number": "10", "postal_code": "63101", "loan": null }
] }
JSON
seen=
for version in 0.17.4 1.0.0-beta.15; do
  mkdir "$version"
  cp orders.json "$version/db.json"
  (cd "$version" && npm init -y && npm install --silent --ignore-scripts --no-fund --no-audit "json-server@$version") > /dev/null 2>&1 ||
    { echo "json-server $version cannot be had"; exit 2; }
  port=$(node -p 'const s = require("node:net").createServer().listen(0); const { port } = s.address(); s.close(); port')
  (cd "$version" && exec node_modules/.bin/json-server --port "$port" db.json) > /dev/null 2>&1 &
  server=$!
  for _ in $(seq 100); do curl -sf -o /dev/null "http://localhost:$port/orders" && break; sleep 0.1; done
  for query in order_number=A-8 order_number=007 postal_code=02134 loan.number=5; do
    found=$(curl -sf "http://localhost:$port/orders?$query" | node -p 'JSON.parse(require("fs").readFileSync(0)).map(order => order.id).join(" ") || "none"')
    echo "$version, $query: $found"
    seen+="$found;"
  done
  kill "$server" 2> /dev/null || true
  wait "$server" 2> /dev/null || true
  server=
done
[ "$seen" = 'ord_2;ord_1;ord_1;ord_2;ord_2;none;none;ord_1 ord_3;' ]
