// A run against a target whose answers come with spoilt fields, and what must be true of it.
import type { Test } from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { rules } from '../conformance/contract/contract.ts'
import { areaOf } from '../conformance/run/select-checks.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { judge } from './judge-target.ts'
import { verdictsIn } from './small-profiles.ts'
import { spoiledWire, type Spoilt } from './spoiled-fields.ts'

/** What leads on to other calls: without it much is not reached. */
export const fieldsLeadingOn =
  /^(?:TokenResponse\.(?:access_token|token_type|expires_in)|\w*List\.data|EventFeed\.\w+|ListEnvelope\.\w+|\w+\.(?:id|code|order_id|order_number|lender_reference)|\w+\.status|DocumentDetail\.download|Download\.url|EventRecord\.\w+|DeliveryRecord\.\w+|TestWebhookResponse\.\w+|Account\.(?:lender|company|client_id|environment)|Order\.(?:order_type|loan|dates|property|notes)|Dates\.\w+|Message\.\w+|DocumentSummary\.kind|OrderListItem\.\w+|\w*Refusal\.\w+|WebhookConfiguration\.(?:url|enabled|events)|Error\w*\.\w+|Ping\.time)$/

/** `Order.documents` holds values of `DocumentSummary`, and `OrderFeeChangedData.reason` is written as other reasons are. */
const concerns = (field: string, { field: spoilt }: Spoilt): boolean => {
  const [component, property] = spoilt.split('.') as [string, string]
  // `*` stands for each field of what the place before it holds.
  const own = field.replace(/\.\*$/, '').split('.').at(-1)!
  const held = own.replaceAll('_', '').replace(/s$/, '').toLowerCase()
  return own === property || field.startsWith(`${component}.`) || component.toLowerCase().startsWith(held)
}

/** A rule about the presence and type of a field alone that is another one than those spoilt. */
const isOfOtherField = (rule: string, spoilt: readonly Spoilt[]): boolean => {
  const own = [rules().get(rule)?.field ?? []].flat()
  return own.length > 0 && !own.some((field) => spoilt.some((one) => concerns(field, one)))
}

/**
 * No error of the suite, and no rule of another field violated.
 * @param areas - areas or checks; all where none is named
 */
export const expectGoesOn = async (t: Test, spoilt: readonly Spoilt[], areas: readonly string[]): Promise<void> => {
  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  const checks = (await loadChecks()).filter(
    (check) => areas.length === 0 || areas.includes(areaOf(check)) || areas.includes(check.id),
  )
  const judged = await judge(simulator.profile(), {
    checks,
    through: (wire) => spoiledWire(wire, spoilt),
    options: { rerun: false },
  })
  t.notOk(judged.events.some((event) => event.type === 'note' && /suite_failed/.test(event.message)))
  const verdicts = [...verdictsIn(judged).values()]
  t.ok(verdicts.length > 0, 'the run comes to verdicts')
  t.strictSame(
    verdicts.flatMap(({ rule, verdict, reason }) => (verdict === 'error' ? [`${rule}: ${String(reason)}`] : [])),
    [],
    'no error of ours',
  )
  t.strictSame(
    verdicts.flatMap(({ rule, reason_code: code }) => (code === 'answer-not-as-described' ? [rule] : [])),
    [],
    'nothing trips over a field',
  )
  t.strictSame(
    verdicts.flatMap(({ rule, verdict }) => (verdict === 'fail' && isOfOtherField(rule, spoilt) ? [rule] : [])),
    [],
    'no rule of another field is violated',
  )
}
