// The fewest calls that show a finding of a check again: from those on which its comparison rests, dropped one by one on the target.
import { controlBase, isAct } from '../../reports/company-acts.ts'
import { changes, neededFor } from '../../reports/needed-exchanges.ts'
import type { Finding, MisleadingScript, RecordedExchange } from '../../reports/run-record.ts'
import { scriptModel, type ScriptGround, type ScriptModel } from '../../reports/script-model.ts'
import { burst } from '../../reports/used-up-rate.ts'
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

/** What the company does is no request. */
const costOf = ({ needed, isBurst }: ScriptModel): number =>
  needed.filter((one) => !isAct(one)).length + (isBurst ? burst : 0)

/** Where one instant must be after another, what lies between: a server that counts whole seconds, or whose clock stands still, needs it. */
const clockMoves = ({ needed, judged, captures, verdict }: ScriptModel): ReadonlySet<string> => {
  if (verdict?.by !== 'answer' || verdict.asked.form !== 'after') return new Set()
  const first = needed.findIndex((one) => captures.some(({ from }) => from.id === one.id))
  const between = first < 0 ? [] : needed.slice(first, needed.indexOf(judged))
  return new Set(between.filter((one) => one.request.url === `${controlBase}/clock/advance`).map(({ id }) => id))
}

/** Whether a call changes what the judged one reads. */
const isOfSame = (one: RecordedExchange, judged: RecordedExchange): boolean => {
  const [path = ''] = judged.request.url.split('?')
  return changes(one) && (one.request.url === path || one.request.url.startsWith(`${path}/`))
}

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
    if (model === null) return false
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
  const timed = clockMoves(whole)
  const makers = new Set([...neededFor({ requests: roots }, whole.needed, false).map(({ id }) => id), ...timed])
  // What the record has a part of is sent by nobody again.
  const further = whole.needed.filter((one) => !makers.has(one.id) && !one.request.body?.cut && isTriable(one))
  const others = further.map(({ id }) => id)
  const ofSame = further.filter((one) => isOfSame(one, whole.judged)).map(({ id }) => id)
  /** With what makes the things that they name. */
  const withThose = (added: readonly string[]): ScriptModel | null => {
    const named = neededFor({ requests: [...added] }, whole.needed, false).map(({ id }) => id)
    return modelOf(new Set([...makers, ...named]))
  }

  /** With none of the other calls, with those of the same list, with the last few, twice as many each time, and with all. */
  const first = async (): Promise<ScriptModel | null> => {
    const none = withThose([])
    if (await shows(none)) return none
    const same = ofSame.length === 0 ? null : withThose(ofSame)
    if (await shows(same)) return same
    for (let count = 1; ; count *= 2) {
      const model = withThose(others.slice(-count))
      if (await shows(model)) return model
      if (count >= others.length) return null
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
  return idsOf(best)
}

/** Of a finding without fewer calls: all of them where a sound server shows the rule to be kept, or how they mislead; null where neither is known. */
export const wholeScript = async (
  finding: Finding,
  { ground, onTarget, onReference, isAffordable }: Trying,
): Promise<{ calls: string[] } | { script: MisleadingScript } | null> => {
  const whole = scriptModel(finding, ground, 'all') ?? scriptModel(finding, ground)
  if (!whole?.verdict) return null
  const sound = await onReference(whole)
  if (sound === 'again') return { script: 'accuses' }
  const shown = isAffordable(costOf(whole)) ? await onTarget(whole) : 'unknown'
  if (shown === 'held') return { script: 'misses' }
  return sound === 'held' ? { calls: whole.needed.map(({ id }) => id) } : null
}
