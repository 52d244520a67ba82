// A violation in a few words: which value is missing or wrong, and in which request, before the rule is quoted.
import { shortPath } from './path-of.ts'
import type { Finding, RecordedExchange } from './run-record.ts'

/** The exchanges of a run by their id. */
export type Sent = { exchanges: ReadonlyMap<string, RecordedExchange> }

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

const isAbsent = (value: unknown): boolean =>
  value === null || value === undefined || /^(?:none|nothing|absent|missing|no such \w+)$/.test(String(value))

const short = (value: unknown): string | null => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length <= 48 && !text.includes('\n') ? text : null
}

const expectation = ({ expected, received }: Finding): string => {
  const [wanted, got] = [short(expected), short(received)]
  return wanted !== null && got !== null && expected !== null ? `: expected ${wanted}, received ${got}` : ''
}

/** `/data/0/status/changed_at` as `data[].status.changed_at`. */
export const placeName = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[]` : path === '' ? part : `${path}.${part}`), '')

const notServed = new Set(['404', '405', '501'])

const statusIn = (value: unknown): string | null => /\b[1-5]\d\d\b/.exec(String(value))?.[0] ?? null

/** `POST /orders/{id}/hold`, so that one path stands for all orders. */
const requestName = ({ requests }: Finding, traffic: Sent): string => {
  const exchange = traffic.exchanges.get(requests.at(-1) ?? '')
  if (!exchange) return ''
  const path = shortPath(exchange.request.url)
    .replace(/\?.*$/s, '')
    .replace(/\b[a-z]{2,6}_[A-Za-z0-9]{6,}/g, '{id}')
  return `${exchange.request.method} ${cut(path, 60)}`
}

/** With names between backticks; null where only the rule itself says what is violated. */
export const violationTitle = (finding: Finding, traffic: Sent): string | null => {
  const { expected, received, pointer } = finding
  if (pointer === 'status') {
    const [wanted, got] = [statusIn(expected), statusIn(received)]
    if (wanted === null || got === null || wanted === got) return null
    const request = requestName(finding, traffic)
    // A path without an id leads to no resource that might not be there.
    if (notServed.has(got) && request !== '' && !request.includes('{id}'))
      return `\`${request}\` is not served (${got})`
    return `${request === '' ? 'Status' : `\`${request}\``}: expected ${wanted}, received ${got}`
  }
  const what = pointer?.startsWith('header:') ? pointer.slice(7) : pointer === null ? '' : placeName(pointer)
  if (what.includes('`')) return null
  const values = expectation(finding)
  if (what === '') return values === '' || pointer === 'status' ? null : `\`${finding.rule}\`${values}`
  const kind = pointer!.startsWith('header:') ? 'header ' : ''
  if (isAbsent(received)) return `${kind === '' ? '' : 'Header '}\`${cut(what, 80)}\` is missing`
  return `${kind === '' ? '' : 'Header '}\`${cut(what, 80)}\` is wrong${expectation(finding)}`
}

const sentIn = ({ exchanges }: { exchanges: readonly RecordedExchange[] }, { requests }: Finding): Sent => ({
  exchanges: new Map(exchanges.filter(({ id }) => requests.includes(id)).map((one) => [one.id, one])),
})

/** The title of a violation in every report; without backticks where they mean nothing. */
export const titleOf = (
  finding: Finding,
  run: { exchanges: readonly RecordedExchange[]; rules: readonly { rule: string; text: string }[] },
): string =>
  violationTitle(finding, sentIn(run, finding)) ??
  `Violated: ${run.rules.find(({ rule }) => rule === finding.rule)?.text ?? finding.rule}`
