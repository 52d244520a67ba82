#!/usr/bin/env bash
# @node-idempotency/core 1.0.11 with @node-idempotency/storage-adapter-memory 1.0.2 (npm).
# Guess: the fingerprint of a body is that of what it says: the same fields in another order, with the same key, get the first answer again.
# Seen: another order of the fields is another body, "Idempotency-Key is already used". Blanks and line breaks do not count, since the body was parsed before. The
#   other order is refused inside an object in the body, too.
# Touches: clients that build a create again before they repeat it, from a map without an order, such as a HashMap of Rust or of Java after a restart: the repeat of a
#   create that was lost on its way is refused, and the lender must look whether there is an order. Keep the bytes that were sent, and send those.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null 2>&1
npm install --silent --no-audit --no-fund @node-idempotency/core@1.0.11 @node-idempotency/storage-adapter-memory@1.0.2 > /dev/null 2>&1 ||
  { echo '@node-idempotency/core cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import core from '@node-idempotency/core'
import storage from '@node-idempotency/storage-adapter-memory'

const idempotency = new core.Idempotency(new storage.MemoryStorageAdapter(), {})
const create = async (text) => {
  const request = { headers: { 'idempotency-key': 'order-1' }, path: '/orders', method: 'POST', body: JSON.parse(text) }
  try {
    const again = await idempotency.onRequest(request)
    if (again) return `again ${again.statusCode}`
  } catch (error) {
    return error.message
  }
  await idempotency.onResponse(request, { statusCode: 201, body: { id: 'ord_1' } })
  return 'carried out'
}
for (const text of ['{"due_date":"2026-03-16","loan":{"purpose":"refinance","number":"L1"}}', '{ "due_date": "2026-03-16", "loan": { "purpose": "refinance", "number": "L1" } }', '{"loan":{"purpose":"refinance","number":"L1"},"due_date":"2026-03-16"}', '{"due_date":"2026-03-16","loan":{"number":"L1","purpose":"refinance"}}', '{"due_date":"2026-03-17","loan":{"purpose":"refinance","number":"L1"}}'])
  console.log(await create(text))
JS
node try.mjs | tee seen.txt
diff seen.txt - <<'TEXT'
carried out
again 201
Idempotency-Key is already used
Idempotency-Key is already used
Idempotency-Key is already used
TEXT
