// A file that the lender uploaded and that was once shown on its order stays there, whatever becomes of the order and of its reports.
import { isObject } from '../contract/is-object.ts'
import { includes } from '../evidence/expected.ts'
import { orderIn } from '../evidence/plain-path.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import type { ExchangeInvariant, Memory } from './invariant.ts'
import { idsIn, wholeList } from './whole-list.ts'

/** By the operation that shows the files of an order. */
const rules: Record<string, string> = {
  getOrder: 'order.read-includes-its-documents',
  listDocuments: 'documents.list-shows-the-orders-documents',
}

/** When the answer that first showed it had come, and that exchange. */
type Shown = { at: number; source: string }

/** `uploaded`: by environment and order. `shown`: by operation and file. */
type Known = { uploaded: Map<string, string[]>; shown: Map<string, Shown> }

const nothingKnown = (): Known => ({ uploaded: new Map(), shown: new Map() })

const filesOf = (exchange: Answered): string[] | null => {
  if (exchange.operation === 'listDocuments') return wholeList(exchange)
  const body = jsonOf(exchange.response.body)
  return isObject(body) && Array.isArray(body['documents']) ? idsIn(body['documents'] as unknown[]) : null
}

const assert = (exchange: Answered, memory: Memory): Assertion[] => {
  const { id: source, operation, environment, request, response, startedAt, ms } = exchange
  const order = orderIn(request.url)
  if (order === undefined || response.status >= 300) return []
  const { uploaded, shown } = memory.of(nothingKnown)
  const own = `${environment} ${order}`
  const due = uploaded.get(own) ?? []
  if (operation === 'uploadDocument') {
    const { id } = (jsonOf(response.body) ?? {}) as { id?: unknown }
    if (typeof id === 'string') uploaded.set(own, [...due, id])
    return []
  }
  const rule = rules[operation ?? '']
  const files = rule === undefined ? null : filesOf(exchange)
  if (rule === undefined || files === null) return []
  const keyOf = (file: string): string => `${operation} ${own} ${file}`
  const earlier = due.filter((file) => (shown.get(keyOf(file))?.at ?? Infinity) < startedAt)
  for (const file of due)
    if (files.includes(file) && !shown.has(keyOf(file))) shown.set(keyOf(file), { at: startedAt + ms, source })
  if (earlier.length === 0) return []
  const missing = earlier.find((file) => !files.includes(file))
  if (missing === undefined) return assertion(rule, true, null, null)
  const at = operation === 'getOrder' ? '/documents' : '/data'
  return assertion(rule, false, includes(missing), files, at).map((one) => ({
    ...one,
    requests: [shown.get(keyOf(missing))!.source],
  }))
}

export const keptUploads: ExchangeInvariant = { id: 'invariant.kept-uploads', rules: Object.values(rules), assert }
