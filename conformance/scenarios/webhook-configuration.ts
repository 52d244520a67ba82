// The webhook configuration led through its changes and refusals, and given back with every event subscribed.
import type { Scenario, StepContext } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { Inconclusive, notTested } from '../evidence/inconclusive.ts'
import { momentOf, type Moment } from '../steps/moment.ts'
import { passTime } from '../steps/pass-time.ts'
import { succeeded, textAt } from '../steps/read.ts'
import { readWebhook, receiverOf, restoring, setSecret, setWebhook } from '../steps/set-webhook.ts'
import { limits } from '../contract/limits.ts'
import { accountOf } from './account-of.ts'
import { lackOf, portWith } from '../sut/control.ts'

/**
 * The types subscribed to while the configuration is narrowed, in an order that no server would have of its own, the one awaited first at
 * the end. Of the two types that begin alike it is one.
 */
export const narrow = ['order.revision_responded', 'order.cancelled', 'order.assigned', 'order.resumed'] as const

const shortest = (): number => limits().webhook_secret_min_characters

/** An address may end in a slash and a query, by which receivers that serve several distinguish them; each sign counts. */
export const ending = '/?lender=First+Bank&of=2%2F3'
const companysEnding = '?set-by=The+Company&of=3%2F3'

/** The path of a delivery without what was put behind the address for a while. */
export const withoutEnding = (path: string): string => path.replace(ending, '').replace(companysEnding, '')

/** What the company subscribes the lender to on its own screens. */
export const ofCompany = ['order.completed'] as const

type Refusal = { field: 'url' | 'secret'; answer: Answered }

/** What the company set on its own screens, which knows of the lender's account. */
type CompanyWrites = {
  /** The address and the secret that it set, with other events and switched on. */
  url: string
  secret: string
  specimen: Answered
  /** Read once it had switched delivery off. */
  between: Answered
  /** A PUT of `enabled` false, once it had switched delivery on again. */
  last: Answered
}

type WebhookConfiguration = {
  before: Answered
  /** A PUT of `events`. */
  narrowed: Answered
  /** A PUT of `enabled` false. */
  disabled: Answered
  disabledRead: Answered
  refusals: Refusal[]
  /** Read after all the refusals. */
  refusedRead: Answered
  secretOfNull: Answered
  /**
   * Still switched off and narrowed: the PUT of `events` again, with a query behind the address, and one of a secret of the
   * shortest length.
   */
  repeated: Answered
  /** Why there are none, where the company's side is out of reach. */
  company: CompanyWrites | Inconclusive
  rotated: Answered
  /** When that was; some seconds after the last change before it. */
  rotation: Moment
  secret: string
  /** A PUT of `enabled` true, still narrowed, that leaves out all else, the address as well. */
  withoutUrl: Answered
  /** A PUT of no event at all. */
  emptied: Answered
  /** A PUT of `enabled` true and every event. */
  restored: Answered
  /** After that: each with a secret, which the specimen must not be signed with; and what was read then. */
  late: (Refusal & { secret: string })[]
  restoredRead: Answered
  /** A specimen asked for after that. */
  specimen: Answered
}

const refusalsOf = async (context: StepContext): Promise<Refusal[]> => {
  const refusals: Refusal[] = []
  // An address of the machine itself is one that developers let through.
  for (const url of ['http://localhost/appraisal-events', 'appraisal-events'])
    refusals.push({ field: 'url', answer: await setWebhook(context, { url }) })
  // Delivery is switched off, and narrowed: what is refused must not switch it on, nor subscribe to anything.
  refusals.push({ field: 'secret', answer: await setSecret(context, '', { enabled: true, events: ofCompany }) })
  return refusals
}

/** A secret that is too short, and a good one beside an address that is not: the next delivery shows whether either was kept. */
const lateRefusals = async (context: StepContext): Promise<WebhookConfiguration['late']> => {
  const [kept, short] = [context.newSecret(), context.newSecret(shortest() - 1)]
  const url = receiverOf(context).url.replace(/^https:/, 'http:')
  const plain = await setSecret(context, kept, { url })
  // An address that was taken is the violation: what is delivered to it over plain HTTP would be blamed for it.
  if (succeeded(plain)) await setWebhook(context, {})
  return [
    { field: 'url', secret: kept, answer: plain },
    { field: 'secret', secret: short, answer: await setSecret(context, short) },
  ]
}

const companyWrites = async (context: StepContext): Promise<CompanyWrites | Inconclusive> => {
  const { client, environment, shared } = context
  const control = portWith(context, 'setLenderWebhook')
  if (!control) return notTested(lackOf(context, 'setLenderWebhook'))
  const receiver = receiverOf(context)
  const lender = textAt(await shared(accountOf('main')), '/lender/id')
  const set = (change: object) => control.ask('PUT', `/lenders/${lender}/webhooks/${environment}`, change)
  const [url, secret] = [`${receiver.url}${companysEnding}`, context.newSecret()]
  receiver.expectSecret(secret)
  try {
    await set({ url, secret, events: ofCompany, enabled: true })
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error
    receiver.expectSecret(null)
    return error
  }
  receiver.useSecret(secret)
  const specimen = await client.call('testWebhook', { json: { type: ofCompany[0] } })
  await set({ enabled: false })
  const between = await readWebhook(context)
  await set({ events: ofCompany, enabled: true })
  const last = await setWebhook(context, { enabled: false })
  // Where each credential has a configuration of its own, the company has set those of the others too.
  await set({ enabled: false })
  return { url, secret, specimen, between, last }
}

export const webhookConfiguration: Scenario<WebhookConfiguration> = {
  id: 'webhook-configuration',
  async run(context) {
    const { client } = context
    const read = () => readWebhook(context)
    const before = await read()
    const secret = context.newSecret(shortest())
    const { done, restored } = await restoring(context, async () => {
      const narrowed = await setWebhook(context, { events: narrow })
      const disabled = await setWebhook(context, { enabled: false })
      const disabledRead = await read()
      const refusals = await refusalsOf(context)
      const refusedRead = await read()
      const secretOfNull = await setWebhook(context, { secret: null })
      const repeated = await setWebhook(context, { url: `${receiverOf(context).url}${ending}`, events: narrow })
      const company = await companyWrites(context)
      await passTime(context, 3)
      const rotated = await setSecret(context, secret)
      const rotation = momentOf(context, rotated)
      const withoutUrl = await client.call('setWebhook', { json: { enabled: true } })
      const emptied = await setWebhook(context, { events: [] })
      return {
        narrowed,
        disabled,
        disabledRead,
        refusals,
        refusedRead,
        secretOfNull,
        repeated,
        company,
        rotated,
        rotation,
        withoutUrl,
        emptied,
      }
    })
    const late = await lateRefusals(context)
    const restoredRead = await read()
    const specimen = await client.call('testWebhook', { json: { type: 'order.cancelled' } })
    return { before, secret, ...done, restored, late, restoredRead, specimen }
  },
}
