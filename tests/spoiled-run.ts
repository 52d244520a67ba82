// A run against a target whose answers come with spoilt fields, and what must be true of it.
import type { Test } from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { rules } from '../conformance/contract/contract.ts'
import { areaOf } from '../conformance/run/select-checks.ts'
import { isBlocked } from '../reports/blocked.ts'
import type { RuleJudged } from '../reports/run-record.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { judge, type JudgedRun } from './judge-target.ts'
import { verdictsIn } from './small-profiles.ts'
import { componentsIn, spoiledWire, type Spoilt } from './spoiled-fields.ts'

/** What leads on to other calls: without it much is not reached. */
const fieldsLeadingOn =
  /^(?:TokenResponse\.(?:access_token|token_type|expires_in)|\w*List\.data|EventFeed\.\w+|ListEnvelope\.\w+|\w+\.(?:id|code|order_id|order_number|lender_reference)|\w+\.status|DocumentDetail\.download|Download\.url|EventRecord\.\w+|DeliveryRecord\.\w+|TestWebhookResponse\.\w+|Account\.(?:lender|company|client_id|environment)|Order\.(?:order_type|loan|dates|property|notes)|Dates\.\w+|Message\.\w+|DocumentSummary\.kind|OrderListItem\.\w+|\w*Refusal\.\w+|WebhookConfiguration\.(?:url|enabled|events)|Error\w*\.\w+|Ping\.time)$/

export const leadsOn = ({ field }: Pick<Spoilt, 'field'>): boolean => fieldsLeadingOn.test(field)

/** The same field, by whatever component, one that holds the other, or one that it holds. */
const concerns = (field: string, { field: spoilt }: Spoilt): boolean => {
  const [component, property] = spoilt.split('.') as [string, string]
  // `*` stands for each field of what the place before it holds.
  const [ofRule, ...path] = field.replace(/\.\*$/, '').split('.') as [string, ...string[]]
  return path.includes(property) || componentsIn(field).has(component) || componentsIn(spoilt).has(ofRule)
}

const fieldsOf = (rule: string): string[] => [rules().get(rule)?.field ?? []].flat()

/** A rule about the presence and type of a field alone that is another one than those spoilt. */
const isOfOtherField = (rule: string, spoilt: readonly Spoilt[]): boolean => {
  const own = fieldsOf(rule)
  return own.length > 0 && !own.some((field) => spoilt.some((one) => concerns(field, one)))
}

type SpoiltRun = {
  judged: JudgedRun
  verdicts: ReadonlyMap<string, RuleJudged>
  /** The operations in whose answers each field came. */
  places: ReadonlyMap<string, ReadonlySet<string>>
}

/** @param only - areas or checks; all where none is named */
export const runSpoilt = async (spoilt: readonly Spoilt[], only: readonly string[]): Promise<SpoiltRun> => {
  const simulator = await createSimulator()
  const checks = (await loadChecks()).filter(
    (check) => only.length === 0 || only.includes(areaOf(check)) || only.includes(check.id),
  )
  let spoiled: ReturnType<typeof spoiledWire> | undefined
  try {
    const judged = await judge(simulator.profile(), {
      checks,
      through: (wire) => (spoiled = spoiledWire(wire, spoilt)),
      options: { rerun: false },
    })
    return { judged, verdicts: verdictsIn(judged), places: spoiled!.places() }
  } finally {
    await simulator.close()
  }
}

const isJudged = ({ verdict }: RuleJudged): boolean => ['pass', 'fail', 'arguable', 'not-applicable'].includes(verdict)

/** Judged where nothing was spoilt, and now neither judged nor blocked by what the target answered. */
const isLost = (one: RuleJudged, clean: SpoiltRun): boolean => {
  const before = clean.verdicts.get(one.rule)
  return before !== undefined && isJudged(before) && !isJudged(one) && !isBlocked(one)
}

/** By these of a product a run chooses what it orders. */
const choosesOrders = ({ field }: Spoilt): boolean => field.startsWith('OrderType.')

/** `list.order-item-address-summary-is-of-the-property` compares with the `address` of another answer. */
const namedIn = (rule: string, { field }: Spoilt): boolean =>
  field
    .split('.')[1]!
    .split('_')
    .some((word) => word.length > 3 && rule.includes(word.replace(/s$/, '')))

/** It may be shown by an answer that holds the field. */
const mayNeed = (rule: string, { places }: SpoiltRun, spoilt: readonly Spoilt[]): boolean => {
  const { operations = [] } = rules().get(rule) ?? {}
  return spoilt.some(
    (one) =>
      choosesOrders(one) ||
      namedIn(rule, one) ||
      fieldsOf(rule).some((field) => concerns(field, one)) ||
      operations === 'all' ||
      operations.some((operation) => places.get(one.field)?.has(operation)),
  )
}

/**
 * What is wrong with a run of these fields; nothing where the suite goes on, blames no other field, and leaves no rule without a verdict that it judged
 * in the clean run, where there is one.
 */
const wrongsIn = ({ judged, verdicts }: SpoiltRun, clean: SpoiltRun | null, spoilt: readonly Spoilt[]): string[] => {
  const isPlain = !spoilt.some(leadsOn)
  const all = [...verdicts.values()]
  const shown = ({ rule, verdict, reason_code: code, reason }: RuleJudged): string =>
    `${rule}: ${verdict}${code ? ` ${code}` : ''}${reason ? ` (${String(reason)})` : ''}`
  const wrong = all.filter((one) => {
    const { rule, verdict, reason_code: code } = one
    if (verdict === 'error') return true
    if (verdict === 'fail' && isOfOtherField(rule, spoilt)) return true
    if (isPlain && code === 'answer-not-as-described') return true
    return isPlain && clean !== null && isLost(one, clean) && !mayNeed(rule, clean, spoilt)
  })
  return [
    ...judged.events.flatMap((event) =>
      event.type === 'note' && /suite_failed/.test(event.message) ? [event.message] : [],
    ),
    ...(judged.result.outcome === 'crashed' ? [`crashed: ${String(judged.result.reason?.message)}`] : []),
    ...(isPlain && all.length === 0 ? ['the run comes to no verdict'] : []),
    ...wrong.map(shown),
  ]
}

export const expectGoesOn = async (
  t: Test,
  spoilt: readonly Spoilt[],
  clean: SpoiltRun | null,
  only: readonly string[],
): Promise<void> => {
  const run = await runSpoilt(spoilt, only)
  t.strictSame(wrongsIn(run, clean, spoilt), [])
}
