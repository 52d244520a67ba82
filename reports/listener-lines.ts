// The webhook receiver of a script: what starts it, and how the script reads what it heard.
import { overAfter } from './attempt-times.ts'
import { curlCall, withVariables, word, type Variables } from './curl-call.ts'
import { quote } from './curl-credentials.ts'
import { reachTests } from './heard-deliveries.ts'
import { heardFor, realOrder, signatures, specimen, type Refusals } from './hearing.ts'
import type { RecordedExchange } from './run-record.ts'

/**
 * Answers 204 to every delivery but the first ones of one type of each order, to which it answers as it is given, and writes each as a line of JSON: a specimen has that for its type. One of an order that says it is a test
 * is written as both. A signature is right where its time is, too.
 * What asks whether the address answers delivers nothing. Where the script was killed, it ends.
 */
const program = [
  'const https = require("node:https"), fs = require("node:fs"), crypto = require("node:crypto");',
  'const [folder, secrets, listen, isPublic, refused, ...answers] = process.argv.slice(1), parent = process.ppid, came = {};',
  'setInterval(() => process.ppid === parent || process.exit(), 500);',
  String.raw`const [, host = "127.0.0.1", port] = /^(?:\[?([^\]]*?)\]?:)?([0-9]+)$/.exec(listen);`,
  'const read = (name) => fs.readFileSync(folder + "/" + name);',
  'const signed = (header, raw, secret) => { const [, t, v1 = ""] = /^t=(0|[1-9][0-9]{0,14}),v1=([0-9a-fA-F]{64})$/.exec(header) ?? [];',
  'const own = crypto.createHmac("sha256", secret).update(t + ".").update(raw).digest("hex");',
  'return v1.toLowerCase() === own && Math.abs(Date.now() / 1000 - t) <= 301 };',
  'https.createServer({ key: read("key"), cert: read("cert") }, (request, response) => { const parts = [];',
  'request.on("data", (part) => parts.push(part)).on("end", () => {',
  'const raw = Buffer.concat(parts), { method, headers } = request; let body; try { body = JSON.parse(raw.toString()) } catch {}',
  'const isAsking = ["HEAD", "OPTIONS", "GET"].includes(method) || !Object.keys(headers).some((name) => name.startsWith("x-service-")) && !["id", "data", "created_at"].some((name) => name in Object(body));',
  // Behind a public address the path may be another one.
  'const isElsewhere = !isPublic && !/^\\/hooks\\/?([?]|$)/.test(request.url);',
  'if (isAsking || isElsewhere) return void response.writeHead(isElsewhere ? 404 : 204).end();',
  `const order = body?.data?.order_id, isReal = /${realOrder.source}/.test(order);`,
  `const types = [...(body?.test === true || !isReal ? ["${specimen}"] : []), ...(isReal ? [headers["x-service-event-type"] ?? body?.type] : [])];`,
  'const nth = types.includes(refused) ? (came[order] = (came[order] ?? 0) + 1) : 0, answer = answers[nth - 1] ?? "204";',
  'const reply = () => response.writeHead(answer.slice(0, 3), answer.startsWith("307") ? { Location: request.url + "?elsewhere" } : {}).end();',
  'if (/^[0-9]/.test(answer)) setTimeout(reply, Number(/ after ([0-9]+) ms$/.exec(answer)?.[1] ?? 0)); else request.socket.destroy();',
  'const t = /\\bt=([0-9]+)/.exec(headers["x-service-signature"] ?? "")?.[1];',
  'const nthSecret = secrets.split("|").findIndex((secret) => signed(headers["x-service-signature"], raw, secret));',
  `const signature = ["${signatures.right}", "${signatures.later}", "${signatures.right}"][nthSecret] ?? "${signatures.wrong}";`,
  String.raw`for (const type of types) fs.appendFileSync(folder + "/heard", JSON.stringify({ type, order, method, path: request.url, headers, body, signature, t }) + "\n") }) })`,
  '.listen(Number(port), host, function () { fs.writeFileSync(folder + "/heard", ""); fs.writeFileSync(folder + "/port", String(this.address().port)) })',
].join(' ')

/** `secrets`: of the shell, one word, with a line | between them; `base`: the variable of the address of the target. */
export const listenerLines = (secrets: string, base: string, refusals: Refusals | null = null): string[] => [
  'command -v openssl > /dev/null || stop 3 "missing_program: openssl must be there, as it makes the certificate of a webhook receiver, but is not; install OpenSSL."',
  ': "${ASSAY_WEBHOOK_LISTEN:=127.0.0.1:0}"',
  'case "${ASSAY_WEBHOOK_LISTEN##*:}" in "" | *[!0-9]*) stop 3 "invalid_variable: ASSAY_WEBHOOK_LISTEN must be a port, or a host and a port such as 127.0.0.1:9000, but is $ASSAY_WEBHOOK_LISTEN; correct it." ;; esac',
  `AT=$(printf '%s' "$${base}" | sed 's,^[^:]*://,,; s,[/?#].*,,; s,.*@,,; s,:[0-9]*$,,' | tr A-Z a-z)`,
  'OWN=$(uname -n | tr A-Z a-z)',
  `case "$AT" in localhost | *.localhost | 127.*[0-9] | 0.0.0.0 | '[::1]' | '[::]' | "$OWN" | "\${OWN%%.*}") ;; *) [ -n "\${ASSAY_WEBHOOK_URL:-}" ] || stop 3 "missing_variable: ASSAY_WEBHOOK_URL must be set in the environment, as $${base} is not on this machine, but is not; give a public address that leads to ASSAY_WEBHOOK_LISTEN." ;; esac`,
  'FOLDER=$(mktemp -d) || stop 2 "not judged: a temporary folder cannot be made; give one that can be written to as TMPDIR."',
  'LISTENER=',
  `trap '[ -z "$LISTENER" ] || kill "$LISTENER" 2> /dev/null; rm -f "$FOLDER/key" "$FOLDER/cert" "$FOLDER/heard" "$FOLDER/port"; rmdir "$FOLDER"' EXIT`,
  'openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout "$FOLDER/key" -out "$FOLDER/cert" 2> /dev/null',
  `node -e ${quote(program)} -- "$FOLDER" ${secrets} "$ASSAY_WEBHOOK_LISTEN" "\${ASSAY_WEBHOOK_URL:+yes}"${refusals ? [refusals.type, ...refusals.answers].map((one) => ` ${word(one)}`).join('') : ''} > /dev/null 2>&1 &`,
  'LISTENER=$!',
  'for TRY in 1 2 3 4 5 6 7 8 9 10; do [ -s "$FOLDER/port" ] || sleep 1; done',
  '[ -s "$FOLDER/port" ] || stop 2 "not judged: the webhook receiver of this script did not start; give a free address as ASSAY_WEBHOOK_LISTEN."',
  'rm -f "$FOLDER/key" "$FOLDER/cert"',
  'HOOK=${ASSAY_WEBHOOK_URL:-https://127.0.0.1:$(cat "$FOLDER/port")/hooks}',
  '# Waits for a delivery with the second text, or for that number, and prints all with the first.',
  'heard() {',
  '  for TRY in 1 2 3 4 5 6 7 8 9 10; do',
  '    if [ "$(grep -cF "$2" "$FOLDER/heard")" -ge "${3:-1}" ]; then break; fi',
  '    sleep 1',
  '  done',
  `  printf 'HTTP/1.1 200 OK\\n\\n{"data":[%s]}\\n' "$(grep -F "$1" "$FOLDER/heard" | paste -sd, -)"`,
  '}',
]

/** What stands in the place of a call of curl. */
export const hearingCall = (one: RecordedExchange, variables: Variables): string => {
  const { of, type, times } = heardFor(one)
  const ofSpecimens = `'{"type":"${specimen}"'`
  if (of === specimen) return `heard ${ofSpecimens} ${ofSpecimens}${times > 1 ? ` ${times}` : ''}`
  const order = withVariables(of, variables)
  const own = `'"order":"'${order}'"'`
  return `heard ${own} ${wanted(type, order)}${times > 1 ? ` ${times}` : ''}`
}

const wanted = (type: string, order: string): string => `${quote(`"type":"${type}","order":"`)}${order}'"'`

/** Where an attempt before the judged one did not come, that one shows nothing. */
export const cameLines = (one: RecordedExchange, variables: Variables): string[] => {
  const { of, type, times, answers } = heardFor(one)
  const order = withVariables(of, variables)
  const seconds = overAfter(answers[times - 1])
  return [
    `[ "$(grep -cF ${wanted(type, order)} "$FOLDER/heard")" -ge ${times} ] || stop 2 "not judged: attempt ${times} at ${type} did not come."`,
    ...(seconds > 0 ? ['# It is answered late.', `sleep ${seconds}`] : []),
  ]
}

/** `base`: the variable of the address at which a test sends a specimen. */
export const reachedLines = (heard: RecordedExchange, base: string, variables: Variables): string[] => [
  '# Where nothing came at all, a test of the webhook shows whether anything can.',
  ...reachTests(heard)
    .map((one) => curlCall(one, `"$${base}"/webhook/test`, variables))
    .map((test) => `[ -s "$FOLDER/heard" ] || { ${test} > /dev/null; heard '' '' > /dev/null; }`),
  '[ -s "$FOLDER/heard" ] || stop 2 "not judged: nothing came to the webhook receiver of this script, not even a specimen, so that it may not be reached; give a public address that leads there as ASSAY_WEBHOOK_URL, and its port as ASSAY_WEBHOOK_LISTEN."',
]
