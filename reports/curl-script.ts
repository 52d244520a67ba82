// A shell script that shows a finding again: its requests, those that made what they name, and the ids carried over.
import { maskMark } from './path-of.ts'
import type { Finding, RecordedExchange } from './run-record.ts'

const idForm = /\b(?:ord|doc|msg|rr)_[A-Za-z0-9_-]+/g

const sentText = ({ request }: RecordedExchange): string => `${request.url} ${request.body?.text ?? ''}`
const answeredText = ({ response }: RecordedExchange): string => response?.body?.text ?? ''
const idsIn = (text: string): string[] => [...new Set(text.match(idForm))]

const succeeded = ({ response }: RecordedExchange): boolean =>
  response !== null && response.status >= 200 && response.status < 300

const changes = ({ request }: RecordedExchange): boolean => request.method !== 'GET'

/** The exchanges that must come before, and the finding's own, in the order in which they were sent. */
export const neededFor = (finding: Finding, exchanges: readonly RecordedExchange[]): RecordedExchange[] => {
  const needed = new Set<number>()
  const need = (index: number): void => {
    if (needed.has(index)) return
    needed.add(index)
    for (const id of idsIn(sentText(exchanges[index]!))) {
      const earlier = exchanges.slice(0, index)
      const maker = earlier.findIndex((one) => changes(one) && succeeded(one) && answeredText(one).includes(id))
      if (maker >= 0) need(maker)
      if (!id.startsWith('ord_')) continue
      earlier.forEach((one, at) => {
        if (changes(one) && succeeded(one) && one.request.url.includes(`/orders/${id}/`)) need(at)
      })
    }
  }
  exchanges.forEach((one, index) => {
    if (finding.requests.includes(one.id)) need(index)
  })
  return [...needed].toSorted((a, b) => a - b).map((index) => exchanges[index]!)
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A quoted text in which known ids are variables. */
const withVariables = (text: string, variables: ReadonlyMap<string, string>): string =>
  [...variables].reduce((quoted, [id, name]) => quoted.replaceAll(id, `'"$${name}"'`), quote(text))

const dropped = new Set(['accept', 'user-agent', 'host', 'connection', 'content-length', 'authorization'])

const tokenName = (role: string): string => `TOKEN_${role.toUpperCase()}`

const baseOf = (url: string): string => /^(.*?\/v1)(?=[/?]|$)/.exec(url)?.[1] ?? new URL(url).origin

const command = ({ request, role }: RecordedExchange, base: string, variables: ReadonlyMap<string, string>): string => {
  const { method, url, headers, body } = request
  const address = url.startsWith(base)
    ? `"$BASE"${withVariables(url.slice(base.length), variables)}`
    : withVariables(url, variables)
  const parts = ['curl -sik', `-X ${method}`, address]
  const authorized = headers.some(([name]) => name.toLowerCase() === 'authorization')
  if (authorized && role) parts.push(`-H "Authorization: Bearer $${tokenName(role)}"`)
  for (const [name, value] of headers) {
    if (dropped.has(name.toLowerCase())) continue
    // Another run must not meet the keys of this one.
    const fresh = name.toLowerCase() === 'idempotency-key' ? '"-$RUN"' : ''
    parts.push(`-H ${quote(`${name}: ${value}`)}${fresh}`)
  }
  if (!body || body.bytes === 0) return parts.join(' ')
  if (body.text !== undefined && !body.cut)
    return [...parts, `--data-binary ${withVariables(body.text, variables)}`].join(' ')
  if (body.base64 !== undefined && !body.cut)
    return `printf %s ${quote(body.base64)} | base64 -d | ${parts.join(' ')} --data-binary @-`
  return `# The body of ${body.bytes} bytes is not in the report: give it as FILE.\n${parts.join(' ')} --data-binary @"$FILE"`
}

const maskedLine = `# ${maskMark} stands for a secret, a signature or a name, which no report holds: put in your own, or a fresh link, before you run this.`

const tokenLines = (roles: readonly string[]): string[] =>
  roles.map((role) => {
    const name = role.toUpperCase()
    const form = `-d grant_type=client_credentials -d "client_id=$${name}_CLIENT_ID" -d "client_secret=$${name}_CLIENT_SECRET"`
    return `${tokenName(role)}=$(curl -sk ${form} "$BASE/oauth/token" | sed 's/.*"access_token": *"\\([^"]*\\)".*/\\1/')`
  })

/**
 * Needs `<ROLE>_CLIENT_ID` and `<ROLE>_CLIENT_SECRET` in its environment, such as `MAIN_CLIENT_ID`; `BASE` points it at another
 * address. Empty when the finding names no request, such as one about a delivery.
 */
export const curlScript = (finding: Finding, exchanges: readonly RecordedExchange[]): string => {
  const needed = neededFor(finding, exchanges)
  const last = needed.at(-1)
  if (!last) return ''
  const base = baseOf(last.request.url)
  const roles = [...new Set(needed.flatMap(({ role }) => role ?? []))]
  const variables = new Map<string, string>()
  const asked = new Set(needed.flatMap((one) => idsIn(sentText(one))))
  const steps = needed.flatMap((one, index) => {
    const call = command(one, base, variables)
    const made = idsIn(answeredText(one)).filter((id) => asked.has(id) && !variables.has(id) && changes(one))
    const captured = made.map((id, nth) => {
      const name = `ID_${variables.size + 1}`
      variables.set(id, name)
      const prefix = id.slice(0, id.indexOf('_') + 1)
      const before = made.slice(0, nth).filter((other) => other.startsWith(prefix)).length
      return `${name}=$(printf '%s' "$ANSWER" | grep -o '${prefix}[A-Za-z0-9_-]*' | awk '!seen[$0]++' | sed -n ${before + 1}p)`
    })
    const status = one.response ? `answered ${one.response.status}` : 'not answered'
    return [
      ``,
      `# ${index + 1}. ${one.operation ?? 'request'}, ${status} in the run`,
      ...(call.includes(maskMark) ? [maskedLine] : []),
      `ANSWER=$(${call})`,
      `printf '%s\\n\\n' "$ANSWER"`,
      ...captured,
    ]
  })
  return [
    '#!/bin/sh',
    `# Shows again what broke ${finding.rule} (found by ${finding.check}).`,
    `# Needs ${roles.map((role) => `${role.toUpperCase()}_CLIENT_ID and ${role.toUpperCase()}_CLIENT_SECRET`).join(', ') || 'nothing'} in the environment.`,
    `BASE=\${BASE:-${base}}`,
    'RUN=$(date +%s)',
    ...tokenLines(roles),
    ...steps,
    '',
  ].join('\n')
}
