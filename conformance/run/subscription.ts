// Points the target's webhook at our receiver for the time of the run, proves it with a specimen, and puts it back.
import { randomBytes } from 'node:crypto'
import { envelopeOf } from '../receiver/delivery.ts'
import { startReceiver, type Receiver } from '../receiver/receiver.ts'
import { isLoopback } from '../target/addresses.ts'
import { jsonOf, type Answered } from '../target/exchange.ts'
import { Unjudged } from '../target/unjudged.ts'
import type { Session } from './session.ts'

export type Subscription = {
  /** Why deliveries cannot be judged; null when they can. */
  lacks: string | null
  /** Gives the target its former configuration back and stops listening. */
  end(): Promise<void>
}

type Configuration = { url?: unknown; enabled?: unknown; events?: unknown }

const specimenPatienceMs = 15_000

const none = (lacks: string): Subscription => ({ lacks, end: async () => {} })

const restore = async (session: Session, before: Answered): Promise<void> => {
  const client = session.http.as('subscription')
  const { url, enabled, events } = (jsonOf(before.response.body) ?? {}) as Configuration
  const had = before.response.status < 300 && typeof url === 'string'
  const body = had ? { url, enabled, events } : { url: session.receiver?.url, enabled: false }
  await client.call('setWebhook', { json: body })
  if (had)
    session.emit({
      type: 'note',
      message: `The webhook points to ${url} again, but its secret is ours now: a secret cannot be read. Set it anew.`,
    })
}

const reaches = async (session: Session, receiver: Receiver): Promise<string | null> => {
  const answer = await session.http.as('subscription').call('testWebhook', { json: { type: 'order.created' } })
  if (answer.response.status >= 300) return `the target refused to send a specimen event (${answer.response.status})`
  const { event_id } = (jsonOf(answer.response.body) ?? {}) as { event_id?: unknown }
  const there = await receiver.inbox.wait((delivery) => envelopeOf(delivery).id === event_id, specimenPatienceMs)
  return there ? null : `the target does not reach our receiver at ${receiver.url}; give webhook.public_url`
}

const subscribe = async (session: Session, receiver: Receiver): Promise<Subscription> => {
  const client = session.http.as('subscription')
  const before = await client.call('getWebhook')
  const secret = `assay-${randomBytes(24).toString('hex')}`
  receiver.useSecret(secret)
  const set = await client.call('setWebhook', { json: { url: receiver.url, enabled: true, events: ['*'], secret } })
  if (set.response.status >= 300) {
    await receiver.close()
    return none(`the target refused our receiver ${receiver.url} (${set.response.status}); give webhook.public_url`)
  }
  session.receiver = receiver
  const lacks = await reaches(session, receiver)
  return {
    lacks,
    async end() {
      try {
        await restore(session, before)
      } catch (error) {
        if (!(error instanceof Unjudged)) throw error
        session.emit({ type: 'note', message: `The webhook was left pointing to this run: ${error.message}.` })
      }
      await receiver.close()
    },
  }
}

/** Never throws for what the target does: then deliveries cannot be judged, and the reason says why. */
export const openSubscription = async (session: Session): Promise<Subscription> => {
  const { profile, run } = session
  const { listen, public_url: publicUrl, tls } = profile.webhook
  const { environment } = profile.credentials.main
  if (environment === 'production' && !publicUrl && !listen)
    return none('the main credential is for production, where the webhook is taken over only when the profile gives it')
  const base = environment === 'sandbox' ? profile.sandbox_base_url! : profile.production_base_url!
  if (!isLoopback(base) && !publicUrl)
    return none('the target is not on this machine and the profile gives no webhook.public_url to reach our receiver')
  const receiver = await startReceiver({
    listen,
    publicUrl,
    tls,
    path: `/assay/${run}`,
    onDelivery: (delivery) => session.onDelivery(delivery),
    onSecret: (secret) => session.secrets.add('webhook secret', secret),
  })
  try {
    return await subscribe(session, receiver)
  } catch (error) {
    await receiver.close()
    if (!(error instanceof Unjudged)) throw error
    return none(`the webhook could not be configured: ${error.message}`)
  }
}
