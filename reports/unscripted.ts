// What had a part in a finding that no script can do again: then the script judges nothing.
import { controlBase, isAct } from './company-acts.ts'
import { changes, idsIn, answeredText, sentText, succeeded } from './needed-exchanges.ts'
import { isOutlived } from './fresh-link.ts'
import type { Finding, RecordedExchange } from './run-record.ts'

/** An id that an answer of the run gave, and no answer of the script does. */
const strangeId = (needed: readonly RecordedExchange[], all: readonly RecordedExchange[]): string | undefined => {
  const given = new Set<string>()
  for (const one of needed) {
    const strange = idsIn(sentText(one)).find(
      (id) => !given.has(id) && all.some((other) => succeeded(other) && answeredText(other).includes(`"${id}"`)),
    )
    if (strange !== undefined) return strange
    if (succeeded(one)) for (const id of idsIn(answeredText(one))) given.add(id)
  }
  return undefined
}

/** The same read was sent before, since the last change, and was answered otherwise: the check waited for this answer. */
export const isWaitedFor = (
  judged: RecordedExchange,
  needed: readonly RecordedExchange[],
  all: readonly RecordedExchange[],
): boolean => {
  if (changes(judged)) return false
  const at = all.findIndex(({ id }) => id === judged.id)
  const before = needed.findLast((one) => changes(one) && succeeded(one))
  const from = all.findIndex(({ id }) => id === before?.id)
  return all
    .slice(from + 1, Math.max(at, 0))
    .some(
      (one) =>
        one.source === judged.source &&
        one.operation === 'getOrder' &&
        one.request.url === judged.request.url &&
        answeredText(one) !== answeredText(judged),
    )
}

/** What a company did is of one order in one state: a script that was not tried may hold another one against a sound service. */
const untriedAct = (needed: readonly RecordedExchange[]): string | null => {
  const act = needed.find(isAct)
  return act === undefined
    ? null
    : `the company acted in between (${act.request.method} ${act.request.url.slice(controlBase.length)}), and the script was not tried`
}

/** Another run has other events: what stands behind a cursor there is not known. */
const strangeCursor = (needed: readonly RecordedExchange[]): string | null => {
  const cursor = needed.flatMap(({ request }) => /[?&]after=(evt_[\w-]+)/.exec(request.url)?.[1] ?? [])[0]
  return cursor === undefined ? null : `the feed was read behind ${cursor}, and the script was not tried`
}

/** A script sends one call after the other: what such calls show together it may miss, also where a quick replay did not. */
export const atOnce = ({ kind, requests }: Finding, needed: readonly RecordedExchange[]): string | null => {
  if (kind === 'server_error') return null
  const writes = needed.filter(changes)
  const isWithin = (one: RecordedExchange, other: RecordedExchange): boolean => {
    const later = Date.parse(other.started_at) - Date.parse(one.started_at)
    const isShown = requests.includes(one.id) || requests.includes(other.id)
    return isShown && one.source === other.source && later >= 0 && later < one.ms - 1
  }
  const pair = writes.find((one, index) => writes.slice(index + 1).some((other) => isWithin(one, other)))
  return pair === undefined
    ? null
    : `${pair.request.method} ${new URL(pair.request.url).pathname} and another call were under way at once`
}

/** Where time alone passed, a script does not wait for as long. */
const outlivedLink = (needed: readonly RecordedExchange[]): string | null =>
  needed.some((one, index) => isOutlived(one, needed.slice(0, index)))
    ? 'the run waited until a link had ended, and a script uses a fresh one'
    : null

/** What was tried on the target and on a sound server is known to tell them apart. */
export const untried = (needed: readonly RecordedExchange[]): string | null =>
  untriedAct(needed) ?? strangeCursor(needed)

/** In words; null where nothing had. */
export const unscripted = (
  finding: Finding,
  needed: readonly RecordedExchange[],
  all: readonly RecordedExchange[],
): string | null => {
  // A failure of the server is one whatever the company did before.
  const isAnyway = finding.kind === 'server_error'
  const untold = isAnyway ? undefined : needed.find((one) => isAct(one) && one.response === null)
  if (untold)
    return `the company acted in between (${untold.request.method} ${untold.request.url.slice(controlBase.length)}), which this record does not tell in full`
  const id = strangeId(needed, all)
  return id === undefined ? outlivedLink(needed) : `no request here makes ${id}`
}
