// The fewest calls that show a finding of a check again: from those on which its comparison rests, dropped one by one on the target.
import { controlBase, isAct } from '../../reports/company-acts.ts'
import { filledBody } from '../../reports/filled-body.ts'
import { isCall, isHearing } from '../../reports/hearing.ts'
import { changes, neededFor, sentText, succeeded } from '../../reports/needed-exchanges.ts'
import type { Finding, MisleadingScript, RecordedExchange } from '../../reports/run-record.ts'
import { scriptModel, type ScriptGround, type ScriptModel } from '../../reports/script-model.ts'
import { textOf } from '../../reports/texts.ts'
import { burst } from '../../reports/used-up-rate.ts'
import { recordedBase } from './call-port.ts'
import type { Replayed } from './replay-calls.ts'

export type Trying = {
  ground: ScriptGround
  onTarget: (model: ScriptModel) => Promise<Replayed>
  /** On a server that keeps the contract: what would accuse it, such as a refusal that comes before the order is in that state, is no script. */
  onReference: (model: ScriptModel) => Promise<Replayed>
  /** Whether a call may be sent to the target again. */
  isTriable?: (one: RecordedExchange) => boolean
  /** Whether this number of further requests may be sent. */
  isAffordable: (requests: number) => boolean
}

/** Neither what the company does nor what is heard is a request. Where nothing is heard, one more is sent. */
const costOf = ({ needed, isBurst, isTwice }: ScriptModel): number =>
  needed.filter(isCall).length + (needed.some(isHearing) ? 1 : 0) + (isBurst ? burst : 0) + (isTwice ? 1 : 0)

/** Without the address, so that what the company does there is of the same place. */
const placeOf = (one: RecordedExchange): string => {
  const [path = ''] = one.request.url.split('?')
  return path.slice(isAct(one) ? controlBase.length : (recordedBase(one) ?? '').length)
}

/** Whether a call changes what the judged one reads. */
const isOfSame = (one: RecordedExchange, judged: RecordedExchange): boolean => {
  const [own, place] = [placeOf(one), placeOf(judged)]
  return changes(one) && (own === place || own.startsWith(`${place}/`))
}

/** The target of a run calls the receiver of that run as long as nothing sets another. */
const isDeaf = ({ needed }: ScriptModel): boolean =>
  needed.some(isHearing) && !needed.some(({ operation }) => operation === 'setWebhook')

const isClockMove = ({ request }: RecordedExchange): boolean => request.url === `${controlBase}/clock/advance`

const formOf = ({ verdict }: ScriptModel): string => (verdict?.by === 'answer' ? verdict.asked.form : '')

/** What is subscribed to, the feed shows of each event. */
const readsBack = (one: RecordedExchange, judged: RecordedExchange): boolean =>
  one.operation === 'setWebhook' && judged.operation === 'listEvents'

/** Where one instant must be after another, what lies between: a server that counts whole seconds, or whose clock stands still, needs it. */
const clockMoves = (model: ScriptModel): ReadonlySet<string> => {
  const { needed, judged, captures } = model
  if (formOf(model) !== 'after') return new Set()
  const first = needed.findIndex((one) => captures.some(({ from }) => from.id === one.id))
  const between = first < 0 ? [] : needed.slice(first, needed.indexOf(judged))
  return new Set(between.filter(isClockMove).map(({ id }) => id))
}

/** What is expected may be what an earlier call sent. */
const longTextsIn = (value: unknown): string[] => textOf(value).match(/[\w@.-]{12,}/g) ?? []

/**
 * Changes on which the comparison rests, or that sent what is expected, or that were refused where a list has too many entries, and of these first
 * what sent the field; those of what the judged call reads; other ones; reads. Of each the latest first.
 */
const nearestFirst = (
  others: readonly RecordedExchange[],
  { requests, expected, pointer }: Finding,
  judged: RecordedExchange,
): RecordedExchange[] => {
  const field = pointer?.split('/').findLast((part) => /^[a-z]\w+$/.test(part))
  const sends = (one: RecordedExchange): boolean => field !== undefined && sentText(one).includes(`"${field}"`)
  const texts = longTextsIn(expected)
  const isOver = textOf(expected).startsWith('≤ ')
  const isNamed = (one: RecordedExchange): boolean =>
    requests.includes(one.id) ||
    texts.some((text) => sentText(one).includes(text)) ||
    (isOver && !succeeded(one) && isOfSame(one, judged))
  const distance = (one: RecordedExchange): number =>
    !changes(one) ? 4 : isNamed(one) ? (sends(one) ? 0 : 1) : isOfSame(one, judged) || readsBack(one, judged) ? 2 : 3
  return others.toReversed().toSorted((one, other) => distance(one) - distance(other))
}

const isWhole = ({ request: { body } }: RecordedExchange): boolean => !body?.cut || filledBody(body) !== null

/** Ids of exchanges and acts; null where no calls were seen to show it. */
export const shortenCalls = async (finding: Finding, trying: Trying): Promise<string[] | null> => {
  const { ground, onTarget, onReference, isAffordable, isTriable = () => true } = trying
  const modelOf = (kept: ReadonlySet<string> | 'all'): ScriptModel | null => {
    const model = scriptModel(finding, ground, kept)
    return model?.verdict ? model : null
  }
  const whole = modelOf('all')
  if (whole === null) return null
  /** What a sound server shows to be kept must stay so, or the script would judge nothing once the bug is gone. */
  let isHeld = true
  const known = new Map<string, boolean>()
  const soundOf = new Map<string, Replayed>()

  const shows = async (model: ScriptModel | null): Promise<boolean> => {
    if (model === null || isDeaf(model)) return false
    const name = model.needed.map(({ id }) => id).join(' ')
    const tried = known.get(name)
    if (tried !== undefined) return tried
    if (!isAffordable(costOf(model))) return false
    const sound = soundOf.get(name) ?? (await onReference(model))
    soundOf.set(name, sound)
    if (sound === 'again' || (isHeld && sound !== 'held')) return false
    known.set(name, (await onTarget(model)) === 'again')
    return known.get(name)!
  }

  const idsOf = (model: ScriptModel): string[] => model.needed.map(({ id }) => id)
  const roots = [whole.judged.id, ...whole.captures.map(({ from }) => from.id)]
  const timed = new Set([...clockMoves(whole), ...whole.steps])
  const makers = new Set([...neededFor({ requests: roots }, whole.needed, false).map(({ id }) => id), ...timed])
  // What the record has a part of is sent by nobody again.
  const further = whole.needed.filter((one) => !makers.has(one.id) && isWhole(one) && isTriable(one))
  const others = nearestFirst(further, finding, whole.judged)
  const requests = others.filter((one) => !isAct(one))
  /** The nearest requests, and what the company did among them. */
  const nearest = (count: number): string[] => {
    const end = count < requests.length ? others.indexOf(requests[count - 1]!) + 1 : others.length
    return others.slice(0, end).map(({ id }) => id)
  }
  const isOrdered = /^(?:rising|falling)$/.test(formOf(whole))
  /** With what makes the things that they name; between the entries of a list that is ordered by their age the clock moves. */
  const withThose = (added: readonly string[]): ScriptModel | null => {
    const named = new Set(neededFor({ requests: [...added] }, whole.needed, false).map(({ id }) => id))
    const first = whole.needed.findIndex(({ id }) => added.includes(id))
    const moves = isOrdered && first >= 0 ? whole.needed.slice(first).filter(isClockMove) : []
    return modelOf(new Set([...makers, ...named, ...moves.map(({ id }) => id)]))
  }

  /** With none of the other calls, with the nearest ones, twice as many each time, and with all. */
  const first = async (): Promise<ScriptModel | null> => {
    const none = withThose([])
    if (await shows(none)) return none
    for (let count = 1; ; count *= 2) {
      const model = withThose(nearest(count))
      if (await shows(model)) return model
      if (count >= requests.length) return null
    }
  }

  let best = await first()
  if (best === null) {
    // A sound server of another world may not come that far.
    isHeld = false
    best = await first()
  }
  if (best === null) return null
  for (let size = Math.ceil(best.needed.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let end: number = best.needed.length; end > 0; end -= size) {
      const ids: string[] = idsOf(best)
      const cut = new Set(
        ids.slice(Math.max(0, end - size), end).filter((id) => id !== whole.judged.id && !timed.has(id)),
      )
      if (cut.size === 0) continue
      const candidate = modelOf(new Set(ids.filter((id) => !cut.has(id))))
      if (await shows(candidate)) best = candidate!
    }
  const lasting = best.needed.some(changes)
    ? best
    : await whateverWasRead(best, { ground, modelOf, shows, onTarget, isAffordable })
  return lasting && idsOf(lasting)
}

type Read = Pick<Trying, 'ground' | 'onTarget' | 'isAffordable'> & {
  modelOf: (kept: ReadonlySet<string>) => ScriptModel | null
  shows: (model: ScriptModel | null) => Promise<boolean>
}

const mostReads = 4

/**
 * Reads that fail alone may fail by what the read before them left in the target, such as a query that it kept: once another was sent they must
 * fail still, or behind that which leaves the same.
 */
const whateverWasRead = async (best: ScriptModel, trying: Read): Promise<ScriptModel | null> => {
  const { ground, modelOf, shows, onTarget, isAffordable } = trying
  const { judged } = best
  const own = best.needed.map(({ id }) => id)
  const at = ground.exchanges.findIndex(({ id }) => id === judged.id)
  const alike = ground.exchanges
    .slice(0, Math.max(at, 0))
    .filter(
      (one) =>
        one.operation === judged.operation &&
        one.role === judged.role &&
        one.environment === judged.environment &&
        !changes(one) &&
        succeeded(one) &&
        best.needed.every(({ request }) => request.url !== one.request.url),
    )
  const others = [...new Map(alike.map((one) => [one.request.url, one])).values()].toReversed().slice(0, mostReads)
  for (const other of others) {
    const behind = modelOf(new Set([other.id, ...own]))
    if (behind === null || !isAffordable(costOf(behind)) || (await onTarget(behind)) !== 'held') continue
    for (const maker of others) {
      const model = maker === other ? null : modelOf(new Set([maker.id, ...own]))
      if (await shows(model)) return model
    }
    return null
  }
  return best
}

/** Of a finding without fewer calls: all of them where a sound server shows the rule to be kept, or how they mislead; null where neither is known. */
export const wholeScript = async (
  finding: Finding,
  { ground, onTarget, onReference, isAffordable }: Trying,
): Promise<{ calls: string[]; isUntried?: true } | { script: MisleadingScript } | null> => {
  const whole = scriptModel(finding, ground, 'all') ?? scriptModel(finding, ground)
  if (!whole?.verdict) return null
  const sound = await onReference(whole)
  if (sound === 'again') return { script: 'accuses' }
  const shown = isAffordable(costOf(whole)) ? await onTarget(whole) : 'unknown'
  if (shown === 'held') return { script: 'misses' }
  if (sound !== 'held') return null
  const calls = whole.needed.map(({ id }) => id)
  // A script that uses up the rate is always too dear, and sees in its last answer whether it did.
  return shown === 'again' || whole.isBurst ? { calls } : { calls, isUntried: true }
}
