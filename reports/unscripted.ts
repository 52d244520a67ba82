// What had a part in a finding that no script of a lender's requests can do again: then the script judges nothing.
import { changes, idsIn, answeredText, sentText, succeeded } from './needed-exchanges.ts'
import type { Finding, RecordedExchange } from './run-record.ts'

/** An act at the control port, behind so many exchanges of the record. */
export type ActDone = { after: number; by: string; act: string }

const isOfNoObject = (act: string): boolean => !/^\S+ \/(clock|orders\/|rate-limit)/.test(act)

/** An act on an order of the script, or by one who sent a request of it: of the clock, once its first request was sent. */
const companyAct = (
  { check }: Finding,
  needed: readonly RecordedExchange[],
  exchanges: readonly RecordedExchange[],
  acts: readonly ActDone[],
): ActDone | undefined => {
  const positions = needed.map(({ id }) => exchanges.findIndex((one) => one.id === id))
  const [first, last] = [Math.min(...positions), Math.max(...positions)]
  const sources = new Set([check, ...needed.map(({ source }) => source)])
  const ids = new Set(needed.flatMap((one) => [...idsIn(sentText(one)), ...idsIn(one.request.url)]))
  return acts.find(({ after, by, act }) => {
    if (after > last) return false
    if (idsIn(act).length > 0) return idsIn(act).some((id) => ids.has(id))
    return sources.has(by) && (isOfNoObject(act) || after > first)
  })
}

/** An id that an answer gave, and no request of the script makes. */
const strangeId = (needed: readonly RecordedExchange[], exchanges: readonly RecordedExchange[]): string | undefined => {
  const made = new Set(
    needed.filter((one) => changes(one) && succeeded(one)).flatMap((one) => idsIn(answeredText(one))),
  )
  const strange = needed.flatMap((one) => idsIn(sentText(one)).filter((id) => !made.has(id)))
  return strange.find((id) => exchanges.some((one) => succeeded(one) && answeredText(one).includes(`"${id}"`)))
}

/** The same read was sent before, since the last change, and was answered otherwise: the check waited for this answer. */
const isWaitedFor = (
  judged: RecordedExchange,
  needed: readonly RecordedExchange[],
  exchanges: readonly RecordedExchange[],
): boolean => {
  if (changes(judged)) return false
  const at = exchanges.findIndex(({ id }) => id === judged.id)
  const before = needed.findLast((one) => changes(one) && succeeded(one))
  const from = exchanges.findIndex(({ id }) => id === before?.id)
  return exchanges
    .slice(from + 1, Math.max(at, 0))
    .some(
      (one) =>
        one.source === judged.source &&
        one.operation === 'getOrder' &&
        one.request.url === judged.request.url &&
        answeredText(one) !== answeredText(judged),
    )
}

/** In words; null where nothing had. */
export const unscripted = (
  finding: Finding,
  judged: RecordedExchange,
  needed: readonly RecordedExchange[],
  exchanges: readonly RecordedExchange[],
  acts: readonly ActDone[],
): string | null => {
  // A failure of the server is one whatever came before.
  if (finding.kind === 'server_error') return null
  const act = companyAct(finding, needed, exchanges, acts)
  if (act !== undefined) return `the company acted in between (${act.act}), which a lender cannot`
  const id = strangeId(needed, exchanges)
  if (id !== undefined) return `no request here makes ${id}`
  return isWaitedFor(judged, needed, exchanges) ? 'the run waited until this answer came' : null
}
