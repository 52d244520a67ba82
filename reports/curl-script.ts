// A shell script that shows a finding again: its requests, those that made what they name, and the ids carried over.
import { authorizationParts, idName, quote, secretBody, secretName, tokenLine, tokenName } from './curl-credentials.ts'
import { maskMark } from './path-of.ts'
import type { Finding, RecordedExchange } from './run-record.ts'
import { plainly } from './texts.ts'

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

/** A quoted text in which known ids are variables. */
const withVariables = (text: string, variables: ReadonlyMap<string, string>): string =>
  [...variables].reduce((quoted, [id, name]) => quoted.replaceAll(id, `'"$${name}"'`), quote(text))

/** One word of the shell, quoted where it must be, with nothing in it that acts on a terminal. */
const word = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quote(text))

const dropped = new Set(['accept', 'user-agent', 'host', 'connection', 'content-length', 'authorization'])

const baseOf = (url: string): string =>
  /^(.*?\/v1)(?=[/?]|$)/.exec(url)?.[1] ?? (URL.canParse(url) ? new URL(url).origin : url)

const command = (exchange: RecordedExchange, base: string, variables: ReadonlyMap<string, string>): string => {
  const { method, url, headers, body } = exchange.request
  const address = url.startsWith(base)
    ? `"$BASE"${withVariables(url.slice(base.length), variables)}`
    : withVariables(url, variables)
  const parts = ['curl -sik', `-X ${word(method)}`, address, ...authorizationParts(exchange)]
  for (const [name, value] of headers) {
    if (dropped.has(name.toLowerCase())) continue
    // Another run must not meet the keys of this one.
    const fresh = name.toLowerCase() === 'idempotency-key' ? '"-$RUN"' : ''
    parts.push(`-H ${quote(`${name}: ${value}`)}${fresh}`)
  }
  if (!body || body.bytes === 0) return parts.join(' ')
  const withSecret = secretBody(exchange)
  if (withSecret !== null) return [...parts, ...withSecret].join(' ')
  if (body.text !== undefined && !body.cut)
    return [...parts, `--data-binary ${withVariables(body.text, variables)}`].join(' ')
  if (body.base64 !== undefined && !body.cut)
    return `printf %s ${quote(body.base64)} | base64 -d | ${parts.join(' ')} --data-binary @-`
  return `# The body of ${body.bytes} bytes is not in the report: give it as FILE.\n${parts.join(' ')} --data-binary @"$FILE"`
}

const maskedLine = `# ${maskMark} stands for a secret, a signature or a name, which no report holds: put in your own, or a fresh link, before you run this.`

/** Those that the text of a script has. */
const usedIn = (text: string, names: readonly string[]): string[] => {
  const used = new Set([...text.matchAll(/\$([A-Z][A-Z0-9_]*)/g)].map(([, name]) => name))
  return names.filter((name) => used.has(name))
}

/**
 * Needs `<ROLE>_CLIENT_ID` and `<ROLE>_CLIENT_SECRET` in its environment where it sends a credential, such as `MAIN_CLIENT_ID`; `BASE`
 * points it at another address. Empty when the finding names no request, such as one about a delivery.
 */
export const curlScript = (finding: Finding, exchanges: readonly RecordedExchange[]): string => {
  const needed = neededFor(finding, exchanges)
  const last = needed.at(-1)
  if (!last) return ''
  const base = baseOf(last.request.url)
  const roles = [...new Set(needed.map(({ role }) => role))]
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
      `# ${index + 1}. ${plainly(one.operation ?? 'request')}, ${status} in the run`,
      ...(call.includes(maskMark) ? [maskedLine] : []),
      `ANSWER=$(${call})`,
      `printf '%s\\n\\n' "$ANSWER"`,
      ...captured,
    ]
  })
  const named = roles.filter((role) => role !== null)
  const tokens = named.filter((role) => usedIn(steps.join('\n'), [tokenName(role)]).length > 0).map(tokenLine)
  const given = usedIn(
    [...tokens, ...steps].join('\n'),
    roles.flatMap((role) => [idName(role), secretName(role)]),
  )
  return [
    '#!/bin/sh',
    `# Shows again how ${plainly(finding.rule)} fails (found by ${plainly(finding.check)}).`,
    `# Needs ${given.join(' and ') || 'nothing'} in the environment.`,
    `BASE=\${BASE:-${word(base)}}`,
    'RUN=$(date +%s)',
    ...tokens,
    ...steps,
    '',
  ].join('\n')
}
