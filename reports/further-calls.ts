// Calls on which a finding may rest although nothing names them: they are tried where a script is shortened.
import { answeredText, changes, idsIn, sentText, succeeded } from './needed-exchanges.ts'
import type { Finding, RecordedExchange } from './run-record.ts'
import { textOf } from './texts.ts'

/** Each of them is tried. */
const most = 6

const isList = ({ operation }: RecordedExchange): boolean => operation === 'listOrders'

/** An entry of a list of orders is there once an order is: those of the run that it shows, should show or was asked for, with what was done to them, and the last one. */
const ordersFor = (
  { expected }: Finding,
  judged: RecordedExchange,
  earlier: readonly RecordedExchange[],
): RecordedExchange[] => {
  const made = earlier.filter(
    (one) =>
      one.operation === 'createOrder' &&
      succeeded(one) &&
      one.role === judged.role &&
      one.environment === judged.environment,
  )
  const idOf = (one: RecordedExchange): string => idsIn(answeredText(one))[0] ?? ''
  const ids = [...idsIn(answeredText(judged)), ...idsIn(textOf(expected))]
  const asked = URL.canParse(judged.request.url) ? [...new URL(judged.request.url).searchParams.values()] : []
  const isAsked = (one: RecordedExchange): boolean =>
    asked.some((value) => /^assay-[0-9a-f]{8}-/.test(value) && sentText(one).includes(value))
  const shown = made.filter((one) => ids.includes(idOf(one)) || isAsked(one)).slice(-most)
  const isOnShown = (one: RecordedExchange): boolean =>
    changes(one) && succeeded(one) && shown.map(idOf).some((id) => one.request.url.includes(`/orders/${id}`))
  return isList(judged) ? [...new Set([...made.slice(-1), ...shown, ...earlier.filter(isOnShown)])] : []
}

/** A feed that is asked for one order shows more once there is another: one that it showed in the run. */
const othersInFeed = (judged: RecordedExchange, earlier: readonly RecordedExchange[]): RecordedExchange[] => {
  const [, asked] = /[?&]order_id=(ord_[\w-]+)/.exec(judged.request.url) ?? []
  if (judged.operation !== 'listEvents' || asked === undefined) return []
  const ids = idsIn(answeredText(judged)).filter((id) => id !== asked)
  const isShown = (one: RecordedExchange): boolean =>
    one.operation === 'createOrder' && succeeded(one) && ids.some((id) => answeredText(one).includes(`"${id}"`))
  return earlier.filter(isShown).slice(-1)
}

const ofEffects: ReadonlySet<string> = new Set(['wrong_value', 'wrong_state', 'unexpected_event'])

/** What was refused may have taken effect all the same: the last ones on that order. */
const refusedOn = (judged: RecordedExchange, earlier: readonly RecordedExchange[]): RecordedExchange[] => {
  const [, order] = /(?:\/orders\/|[?&]order_id=)(ord_[\w-]+)/.exec(judged.request.url) ?? []
  if (order === undefined) return []
  const isRefused = (one: RecordedExchange): boolean =>
    changes(one) && one.response !== null && !succeeded(one) && one.request.url.includes(`/orders/${order}/`)
  return earlier.filter(isRefused).slice(-most)
}

/** A link may end with the next one to the same document. */
const linksBefore = (judged: RecordedExchange, earlier: readonly RecordedExchange[]): RecordedExchange[] => {
  const [, document] = /\/download\/(doc_[\w-]+)/.exec(judged.request.url) ?? []
  if (document === undefined) return []
  return earlier.filter((one) => one.operation === 'getDocument' && one.request.url.includes(document)).slice(-most)
}

/** What was set elsewhere may have been set here, too. */
const settingsElsewhere = (judged: RecordedExchange, earlier: readonly RecordedExchange[]): RecordedExchange[] => {
  const isElsewhere = (one: RecordedExchange): boolean =>
    one.operation === 'setWebhook' && succeeded(one) && one.source === judged.source && one.role !== judged.role
  return judged.operation === 'getWebhook' ? earlier.filter(isElsewhere).slice(-most) : []
}

export const furtherCalls = (
  finding: Finding,
  judged: RecordedExchange,
  earlier: readonly RecordedExchange[],
): string[] => {
  const { kind } = finding
  const refused = kind !== undefined && ofEffects.has(kind) ? refusedOn(judged, earlier) : []
  return [
    ...ordersFor(finding, judged, earlier),
    ...othersInFeed(judged, earlier),
    ...linksBefore(judged, earlier),
    ...settingsElsewhere(judged, earlier),
    ...refused,
  ].map(({ id }) => id)
}
