// One request of a script as a call of curl, with what this run made as variables.
import { controlBase, isAct } from './company-acts.ts'
import { authorizationParts, maskedValue, quote, secretBody, withMasked } from './curl-credentials.ts'
import { filledBody } from './filled-body.ts'
import { withSecrets } from './script-secrets.ts'
import type { RecordedExchange } from './run-record.ts'

/** Texts of the record, each with the variable that has its like in a run of the script. */
export type Variables = ReadonlyMap<string, string>

/** A quoted text in which they are variables. */
const variablesIn = (quoted: string, variables: Variables): string =>
  [...variables].reduce((found, [known, name]) => found.replaceAll(known, `'"$${name}"'`), quoted)

export const withVariables = (text: string, variables: Variables): string => variablesIn(quote(text), variables)

/** One word of the shell, quoted where it must be, with nothing in it that acts on a terminal. */
export const word = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quote(text))

const dropped = new Set(['accept', 'user-agent', 'host', 'connection', 'content-length', 'authorization'])

export const baseOf = (url: string): string =>
  /^(.*?\/v1)(?=[/?]|$)/.exec(url)?.[1] ?? (URL.canParse(url) ? new URL(url).origin : url)

const maskedIn = (quoted: string): string => withMasked(withSecrets(quoted), maskedValue)

const dataOf = (exchange: RecordedExchange, variables: Variables): string[] | null => {
  const { body } = exchange.request
  if (!body || body.bytes === 0) return []
  const withSecret = secretBody(exchange)
  if (withSecret !== null) return withSecret
  if (body.text !== undefined && !body.cut) return [`--data-binary ${maskedIn(withVariables(body.text, variables))}`]
  return null
}

const controlToken = '${ASSAY_CONTROL_TOKEN:+-H} ${ASSAY_CONTROL_TOKEN:+"Authorization: Bearer $ASSAY_CONTROL_TOKEN"}'

/** `address`: what stands for it, in the shell's quotes. */
export const curlCall = (
  exchange: RecordedExchange,
  address: string,
  variables: Variables,
  isAccepted = false,
): string => {
  const { method, headers, body } = exchange.request
  // Without `Expect`, a long body has one answer and no other before it.
  const shown = authorizationParts(exchange, isAccepted).map((one) =>
    one.startsWith("-H '") ? variablesIn(one, variables) : one,
  )
  const parts = ['curl -sik -H Expect:', `-X ${word(method)}`, address, ...shown]
  for (const [name, value] of headers) {
    if (dropped.has(name.toLowerCase())) continue
    // Another run must not meet the keys of this one.
    const fresh = name.toLowerCase() === 'idempotency-key' ? '"-$RUN"' : ''
    parts.push(`-H ${withMasked(quote(`${name}: ${value}`), maskedValue)}${fresh}`)
  }
  if (isAct(exchange)) parts.push(controlToken)
  const data = dataOf(exchange, variables)
  if (data !== null) return [...parts, ...data].join(' ')
  const filled = filledBody(body)
  if (filled) {
    const made = `UNIT=${quote(filled.unit)} awk 'BEGIN { for (;;) printf "%s", ENVIRON["UNIT"] }' | head -c ${filled.bytes}`
    const file = `{ printf %s ${withVariables(filled.head, variables)}; ${made}; printf %s ${quote(filled.tail)}; }`
    return `${file} | ${parts.join(' ')} --data-binary @-`
  }
  if (body?.base64 !== undefined && !body.cut)
    return `printf %s ${quote(body.base64)} | base64 -d | ${parts.join(' ')} --data-binary @-`
  return `${parts.join(' ')} --data-binary @"$ASSAY_FILE"`
}

/** A path behind its base address, the rest of it with variables. */
export const addressOf = (url: string, bases: Variables, variables: Variables): string => {
  if (url.startsWith(controlBase))
    return `"$ASSAY_CONTROL_URL"${withVariables(url.slice(controlBase.length), variables)}`
  const [base, name] = [...bases].find(([one]) => url.startsWith(one)) ?? ['', '']
  const rest = withMasked(withVariables(url.slice(base.length), variables), maskedValue)
  return name === '' ? rest : `"$${name}"${rest}`
}
