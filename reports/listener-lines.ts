// The webhook receiver of a script: what starts it, and how the script reads what it heard.
import { quote } from './curl-credentials.ts'
import { heardFor, signatures, specimen } from './heard-deliveries.ts'
import type { RecordedExchange } from './run-record.ts'

/** Answers 204 to every delivery, and writes each as a line of JSON. */
const program = `const https = require("node:https"), fs = require("node:fs"), crypto = require("node:crypto"); const [folder, secret, listen] = process.argv.slice(1); const [, host, port] = /^(.*):([0-9]+)$/.exec(listen) ?? [, "127.0.0.1", 0]; const read = (name) => fs.readFileSync(folder + "/" + name); https.createServer({ key: read("key"), cert: read("cert") }, (request, response) => { const parts = []; request.on("data", (part) => parts.push(part)).on("end", () => { const raw = Buffer.concat(parts), { headers } = request; const [, t, v1 = ""] = /^t=([0-9]+),v1=([0-9a-fA-F]{64})$/.exec(headers["x-service-signature"] ?? "") ?? []; const own = crypto.createHmac("sha256", secret).update(t + ".").update(raw).digest("hex"); let body; try { body = JSON.parse(raw.toString()) } catch {} const heard = { type: headers["x-service-event-type"] ?? body?.type, order: body?.data?.order_id, headers, body, signature: v1.toLowerCase() === own ? "${signatures.right}" : "${signatures.wrong}" }; if (request.method === "POST") fs.appendFileSync(folder + "/heard", JSON.stringify(heard) + "\\n"); response.writeHead(204).end() }) }).listen(Number(port), host, function () { fs.writeFileSync(folder + "/heard", ""); fs.writeFileSync(folder + "/port", String(this.address().port)) })`

/** `secret`: a word of the shell. */
export const listenerLines = (secret: string): string[] => [
  'command -v openssl > /dev/null || stop 3 "missing_program: openssl must be there, as it makes the certificate of a webhook receiver, but is not; install OpenSSL."',
  'FOLDER=$(mktemp -d)',
  'openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout "$FOLDER/key" -out "$FOLDER/cert" 2> /dev/null',
  `node -e ${quote(program)} -- "$FOLDER" ${secret} "\${ASSAY_WEBHOOK_LISTEN:-127.0.0.1:0}" > /dev/null 2>&1 &`,
  'LISTENER=$!',
  `trap 'kill "$LISTENER" 2> /dev/null; rm -f "$FOLDER/key" "$FOLDER/cert" "$FOLDER/heard" "$FOLDER/port"; rmdir "$FOLDER"' EXIT`,
  'for TRY in 1 2 3 4 5 6 7 8 9 10; do [ -s "$FOLDER/port" ] || sleep 1; done',
  '[ -s "$FOLDER/port" ] || stop 2 "not judged: the webhook receiver of this script did not start; give a free address as ASSAY_WEBHOOK_LISTEN."',
  'HOOK=${ASSAY_WEBHOOK_URL:-https://127.0.0.1:$(cat "$FOLDER/port")/hooks}',
  '# Waits for a delivery of that order and type, and prints all of that order.',
  'heard() {',
  '  for TRY in 1 2 3 4 5 6 7 8 9 10; do',
  '    if grep -qF "$2" "$FOLDER/heard"; then break; fi',
  '    sleep 1',
  '  done',
  `  printf 'HTTP/1.1 200 OK\\n\\n{"data":[%s]}\\n' "$(grep -F "$1" "$FOLDER/heard" | sed "$3" | paste -sd, -)"`,
  '}',
]

/** What stands in the place of a call of curl. `order`: the order as a word of the shell. */
export const hearingCall = (one: RecordedExchange, order: string): string => {
  const { of, type } = heardFor(one)
  if (of === specimen) return `heard '{' '{' ${quote(`s/^{"type":"[^"]*"/{"type":"${specimen}"/`)}`
  const own = `'"order":"'${order}'"'`
  return `heard ${own} ${quote(`"type":"${type}","order":"`)}${order}'"' ''`
}
