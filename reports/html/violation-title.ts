// A violation in a few words: which value is missing or wrong, and in which request, before the rule is quoted.
import type { Finding } from '../run-record.ts'
import { shortPath, type Traffic } from './links.ts'
import { cut } from './words.ts'

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

const statusIn = (value: unknown): string | null => /\b[1-5]\d\d\b/.exec(String(value))?.[0] ?? null

/** `POST /orders/{id}/hold`, so that one path stands for all orders. */
const requestName = ({ requests }: Finding, traffic: Traffic): string => {
  const exchange = traffic.exchanges.get(requests.at(-1) ?? '')
  if (!exchange) return ''
  const path = shortPath(exchange.request.url)
    .replace(/\?.*$/s, '')
    .replace(/\b[a-z]{2,6}_[A-Za-z0-9]{6,}/g, '{id}')
  return `${exchange.request.method} ${cut(path, 60)}`
}

/** With names between backticks; null where only the rule itself says what is violated. */
export const violationTitle = (finding: Finding, traffic: Traffic): string | null => {
  const { expected, received, pointer } = finding
  if (pointer === 'status') {
    const [wanted, got] = [statusIn(expected), statusIn(received)]
    if (wanted === null || got === null || wanted === got) return null
    const request = requestName(finding, traffic)
    return `${request === '' ? 'Status' : `\`${request}\``}: expected ${wanted}, received ${got}`
  }
  const what = pointer?.startsWith('header:') ? pointer.slice(7) : pointer === null ? '' : placeName(pointer)
  if (what === '' || what.includes('`')) return null
  const kind = pointer!.startsWith('header:') ? 'header ' : ''
  if (isAbsent(received)) return `${kind === '' ? '' : 'Header '}\`${cut(what, 80)}\` is missing`
  return `${kind === '' ? '' : 'Header '}\`${cut(what, 80)}\` is wrong${expectation(finding)}`
}
