// Points the target's webhook at our receiver for the time of the run, proves it with a specimen, and puts it back.
import { tooManyDeliveries } from '../sut/bounds.ts'
import { randomBytes } from 'node:crypto'
import { CodedError, exitCodes, isCodedError } from '../contract/coded-error.ts'
import { createFindings, type Findings } from './findings.ts'
import { isListening, probe, takesPublicAddress } from './probe.ts'
import type { Trouble } from './reach.ts'
import {
  codeOf,
  refusedAddress,
  refusedSpecimen,
  specimenAnswer,
  unreached,
  untrusted,
  webhookTrouble,
  type Reach,
  type WebhookTrouble,
} from './webhook.ts'
import { startReceiver, type Receiver } from '../receiver/receiver.ts'
import { baseUrl, isOnThisMachine, isPlain, isPrivate } from '../sut/addresses.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { fieldsIn } from '../evidence/parts.ts'
import { reason, Inconclusive, type GivenReason } from '../evidence/inconclusive.ts'
import { runAt } from '../evidence/run-marks.ts'
import { readWebhook } from '../steps/set-webhook.ts'
import type { Session } from '../engine/session.ts'
import { anotherRun, anotherRunMessage } from '../engine/other-run.ts'

export type Subscription = {
  /** Why deliveries cannot be judged; null when they can. */
  lacks: GivenReason | null
  /** Whether the target could reach our receiver, so that a delivery that does not come is its own fault. */
  isOwed: boolean
  /** Gives the target its former configuration back and stops listening. */
  end(): Promise<void>
}

/** The rule that a missing specimen violates. */
const specimenRule = 'webhooks.test-sends-a-specimen'

type Configuration = { url?: unknown; enabled?: unknown; events?: unknown }

// A target that says whether it delivered the specimen has tried by then.
const patienceFor = (delivered: unknown): number => (delivered === false ? 250 : delivered === true ? 2_000 : 15_000)

/** A run without deliveries. */
const without = (
  findings: Findings,
  trouble: Trouble,
  why: GivenReason = asReason(trouble, 'webhook-not-reached'),
): Subscription => {
  findings.warn('webhook', 'webhook', trouble.code, `${trouble.message} What needs deliveries is not tested.`)
  return { lacks: why, isOwed: false, end: async () => {} }
}

const restore = async (session: Session, before: Answered): Promise<void> => {
  const client = session.http.as('subscription')
  const { url, enabled, events } = (jsonOf(before.response.body) ?? {}) as Configuration
  const had = before.response.status < 300 && typeof url === 'string' && runAt(url) === null
  const body = had ? { url, enabled, events } : { url: session.receiver?.url, enabled: false }
  await client.call('setWebhook', { json: body })
  if (had)
    session.emit({
      type: 'note',
      message: `The webhook points to ${url} again, but assay replaced its secret, which cannot be read back; set yours again.`,
    })
}

const eventTypes = ['order.created', 'order.status_changed'] as const

/** Why no specimen came, as a reason, and whether the target owes it. */
type Absence = { trouble: WebhookTrouble; lacks: GivenReason; isOwed: boolean; isKnown: boolean }

/** The receiver's certificate may be refused, and then handshakes come and no requests; what else does not come is owed. */
const absenceOf = (trouble: WebhookTrouble, { receiver, isSure }: Reach, answer: Answered): Absence => {
  const { handshakes, requests } = receiver.contacts
  const isKnown = specimenAnswer(answer).delivered === false
  if (isKnown && handshakes > 0 && requests === 0)
    return { trouble: untrusted(receiver), lacks: 'receiver-not-trusted', isOwed: false, isKnown }
  if (!isSure) return { trouble, lacks: asReason(trouble, 'webhook-not-reached'), isOwed: false, isKnown }
  const lacks = reason('nothing-delivered', { rule: specimenRule, fact: trouble.fact })
  return { trouble, lacks, isOwed: true, isKnown }
}

/**
 * Whatever comes to the path of this run comes from the target: what is wrong with it is for the rules to say. That it
 * does not reach us may be known to the target itself.
 */
const absence = async (session: Session, reach: Reach): Promise<Absence | null> => {
  const client = session.http.as('subscription')
  let answer: Answered | null = null
  for (const type of eventTypes) {
    answer = await client.call('testWebhook', { json: { type } })
    if (answer.response.status < 300) break
  }
  if (!answer) return null
  if (answer.response.status >= 300) return absenceOf(refusedSpecimen(answer), reach, answer)
  const { delivered } = specimenAnswer(answer)
  const there = await reach.receiver.inbox.wait(() => true, patienceFor(delivered))
  return there ? null : absenceOf(unreached(answer, reach), reach, answer)
}

/** Nobody can verify the certificate that our receiver makes for itself; one of the profile, or of a tunnel, may be trusted. */
const noteCertificate = ({ profile, emit }: Session, { receiver, publicUrl }: Reach): void => {
  const [first] = receiver.inbox.all
  if (profile.webhook.tls !== undefined || publicUrl !== undefined || first === undefined) return
  const freedom = 'delivery.receiver-certificates'
  emit({ type: 'reading', freedom, reading: 'not-verified', requests: [first.id], check: 'observed' })
}

/** @throws CodedError where the webhook leads to the receiver of a run that is under way: each would lose its deliveries to the other. */
const refuseAnotherRun = async (session: Session, receiver: Receiver, before: Answered): Promise<void> => {
  const { url } = fieldsIn(jsonOf(before.response.body))
  // A server may show a URL in another form than it was sent.
  const run = runAt(url)
  if (session.isPart || run === null || run === runAt(receiver.url) || !(await isListening(String(url)))) return
  const trace = `the webhook leads to the receiver of a run that is under way, ${String(url)}`
  throw new CodedError(anotherRun, anotherRunMessage(trace), exitCodes.couldNotJudge)
}

/** @throws CodedError where another run, which began together with this one, has set the webhook after this one did. */
const refuseLaterRun = async (session: Session, receiver: Receiver, before: Answered): Promise<void> => {
  const now = await readWebhook({ client: session.http.as('subscription') })
  const [url, earlier] = [now, before].map(({ response }) => fieldsIn(jsonOf(response.body))['url'])
  const run = runAt(url)
  if (session.isPart || run === null || run === runAt(receiver.url) || run === runAt(earlier)) return
  // Put back now, it would take the deliveries of the other run.
  if (typeof earlier === 'string' && runAt(earlier) === null)
    session.emit({
      type: 'note',
      message: `The webhook led to ${earlier} before this run; see that it does so again when the other run is over.`,
    })
  const trace = `the webhook, just set, now leads to its receiver, ${String(url)}`
  throw new CodedError(anotherRun, anotherRunMessage(trace), exitCodes.couldNotJudge)
}

const subscribe = async (session: Session, findings: Findings, reach: Reach): Promise<Subscription> => {
  const { receiver } = reach
  const client = session.http.as('subscription')
  const before = await readWebhook({ client })
  await refuseAnotherRun(session, receiver, before)
  const secret = `assay-${randomBytes(24).toString('hex')}`
  receiver.useSecret(secret)
  const set = await client.call('setWebhook', { json: { url: receiver.url, enabled: true, events: ['*'], secret } })
  if (set.response.status >= 300) {
    const trouble = refusedAddress(set, reach)
    const isPermitted =
      !isPlain(receiver.url) && isPrivate(receiver.url) && (await takesPublicAddress(session, receiver))
    if (isPermitted) await restore(session, before)
    await receiver.close()
    if (isPermitted) return without(findings, trouble, reason('receiver-address-refused', { answer: codeOf(set) }))
    return without(findings, trouble)
  }
  session.receiver = receiver
  const absent = await absence(session, reach)
  if (absent) await refuseLaterRun(session, receiver, before)
  if (absent?.isKnown && !absent.isOwed) {
    // Every attempt would fail, and each of them nine times.
    await restore(session, before)
    session.receiver = null
    await receiver.close()
    return without(findings, absent.trouble, absent.lacks)
  }
  if (absent) without(findings, absent.trouble, absent.lacks)
  else {
    findings.ok('webhook', 'webhook', `A specimen event reached our receiver at ${receiver.url}.`)
    noteCertificate(session, reach)
  }
  return {
    lacks: absent && absent.lacks,
    isOwed: absent?.isOwed ?? false,
    async end() {
      try {
        await restore(session, before)
      } catch (error) {
        if (!(error instanceof Inconclusive)) throw error
        session.emit({ type: 'note', message: `The webhook was left pointing to this run: ${error.message}.` })
      }
      await receiver.close()
    },
  }
}

/** Why the target cannot reach our receiver, as far as the profile shows. */
const outOfReach = (profile: Session['profile']): WebhookTrouble | null => {
  const { listen, public_url: publicUrl } = profile.webhook
  const { environment } = profile.credentials.main
  if (environment === 'production' && !publicUrl && !listen)
    return webhookTrouble(
      'webhook_not_offered',
      'The main credential is for production, where the webhook is taken over only when the profile has webhook.public_url',
      'add webhook.public_url to the target profile',
    )
  if (!isOnThisMachine(baseUrl(profile, environment)) && !publicUrl)
    return webhookTrouble(
      'no_public_url',
      'The target is not on this machine, and the profile has no webhook.public_url that leads to our receiver',
      'add webhook.public_url to the target profile',
    )
  return null
}

/** Whether the profile offers no receiver, or the target does not reach the one that it offers. */
type WebhookCode = 'webhook-not-offered' | 'webhook-not-reached'

const asReason = (trouble: Trouble | WebhookTrouble, why: WebhookCode): GivenReason => {
  if (!('remedy' in trouble)) return reason(why, { code: trouble.code, fact: trouble.message, todo: '' })
  const { code, fact, remedy } = trouble
  return reason(why, { code, fact, todo: `${remedy.slice(0, 1).toUpperCase()}${remedy.slice(1)}.` })
}

/** The same as a reason, for who plans a run. */
export const webhookOutOfReach = (profile: Session['profile']): GivenReason | null => {
  const trouble = outOfReach(profile)
  return trouble && asReason(trouble, 'webhook-not-offered')
}

/** Why the receiver is not even started; null where it may be. */
const hindrance = ({ profile, lacks }: Session): WebhookTrouble | null =>
  lacks.clock === null
    ? outOfReach(profile)
    : webhookTrouble(
        'clocks_differ',
        `Signatures cannot be judged, since ${lacks.clock}`,
        'set the clocks by a time server',
      )

const start = async ({ profile, run, ...session }: Session): Promise<Receiver> => {
  const { listen, public_url: publicUrl, tls } = profile.webhook
  return startReceiver({
    listen,
    publicUrl,
    tls,
    path: `/assay/${run}`,
    onDelivery: (delivery) => session.listeners.delivery(delivery),
    onProbe: () => session.listeners.probe(),
    onFull: () => session.giveUp('too_many_deliveries', tooManyDeliveries),
    onSecret: (secret) => session.secrets.add('webhook secret', secret),
  })
}

/** The account's one webhook is another's. */
export const leftToAnotherShard = ({ webhook, of }: { webhook: number; of: number }): Subscription => ({
  lacks: reason('webhook-in-another-shard', { shard: webhook, of }),
  isOwed: false,
  end: async () => {},
})

/** Never throws for what the target does, but where another run is at work there: then deliveries cannot be judged, and the reason says why. */
export const openSubscription = async (session: Session): Promise<Subscription> => {
  const findings = createFindings(session.emit)
  const hindered = hindrance(session)
  if (hindered) {
    // A clock that is wrong is not one that the profile leaves out.
    const why = hindered.code === 'clocks_differ' ? 'webhook-not-reached' : 'webhook-not-offered'
    return without(findings, hindered, asReason(hindered, why))
  }
  let receiver: Receiver | null = null
  try {
    receiver = await start(session)
    return await subscribe(session, findings, {
      receiver,
      publicUrl: session.profile.webhook.public_url,
      ...(await probe(receiver, session.profile)),
    })
  } catch (error) {
    await receiver?.close()
    if (isCodedError(error) && error.code === anotherRun) throw error
    if (isCodedError(error)) return without(findings, error, asReason(error, 'webhook-not-offered'))
    if (!(error instanceof Inconclusive)) throw error
    return without(findings, {
      code: 'webhook_not_set',
      message: `The webhook could not be configured: ${error.message}.`,
    })
  }
}
