// `assay/webhooks`: deliveries without a server, for tests of a receiver: bytes and headers as the service sends them, and whether they are true.
import { timingSafeEqual } from 'node:crypto'
import { loadContract } from './contract/contract.ts'
import { webhooks } from './behaviour/webhooks.ts'
import { createIds } from './time/ids.ts'

/** One delivery to be made. Of `type` alone, an event with made-up values of every field that the contract names. */
export type WebhookToSign = {
  /** The webhook secret that the receiver verifies with. */
  secret: string
  /** Type of the event, such as `order.completed`. */
  type?: string
  /** Fields of the event's `data`, in place of made-up ones or beside them. */
  data?: Record<string, unknown>
  /** Id of the event; a new one when left out. Give the same again for a repeat. */
  id?: string
  /** When the event was raised; `at` when left out. */
  createdAt?: Date
  /** A specimen, as `POST /webhook/test` sends it. */
  test?: boolean
  /** The exact body instead of all that; its `id` and `type` go into the headers where it is JSON. */
  body?: string | Uint8Array
  /** When the delivery is signed; now when left out. */
  at?: Date
}

export type SignedWebhook = {
  /** The bytes to send as they are. */
  body: Uint8Array<ArrayBuffer>
  headers: {
    'Content-Type': string
    'User-Agent': string
    'X-Service-Event-Id': string
    'X-Service-Event-Type': string
    'X-Service-Signature': string
  }
}

export type WebhookToVerify = {
  /** Several while a rotation is under way: any of them will do. */
  secret: string | readonly string[]
  /** The value of `X-Service-Signature`; undefined where the header is missing. */
  signature: string | undefined
  /** The body bytes as they arrived. */
  body: string | Uint8Array
  /** The receiver's clock; now when left out. */
  at?: Date
}

/** `fails` is the first check that fails: the form of the header, the time, or the signature; null where all pass. */
export type VerifiedWebhook = { verified: boolean; fails: 'header' | 'timestamp' | 'signature' | null }

class WebhookError extends Error {
  readonly code = 'invalid_option'
}

const secretOf = (secret: unknown): string => {
  if (typeof secret === 'string' && secret !== '') return secret
  throw new WebhookError('secret must be the webhook secret, a text that is not empty; give it.')
}

const bytesOf = (body: string | Uint8Array): Buffer<ArrayBuffer> =>
  typeof body === 'string' ? Buffer.from(body, 'utf8') : Buffer.from(body)

const ids = createIds()

type Named = { id: string; type: string }

const namedIn = (body: Buffer, { id = '', type = '' }: WebhookToSign): Named => {
  try {
    const found = JSON.parse(body.toString('utf8')) as Partial<Named> | null
    return { id: id || String(found?.id ?? ''), type: type || String(found?.type ?? '') }
  } catch {
    return { id, type }
  }
}

/**
 * The body and headers of one delivery, signed as the service signs it. Rejects with code `invalid_option`.
 *
 * @example
 * const { body, headers } = await signWebhook({ secret, type: 'order.completed' })
 * await fetch('http://localhost:3000/hooks', { method: 'POST', body, headers })
 */
export const signWebhook = async (given: WebhookToSign): Promise<SignedWebhook> => {
  const { type, data = {}, createdAt, test = false, at = new Date() } = given
  const secret = secretOf(given.secret)
  const contract = loadContract()
  const behaviour = webhooks(contract)
  const make = (): { named: Named; body: Buffer<ArrayBuffer> } => {
    if (given.body !== undefined) {
      const body = bytesOf(given.body)
      return { named: namedIn(body, given), body }
    }
    const known = contract.webhooks.event_types
    if (type === undefined || (!known.includes(type) && given.data === undefined))
      throw new WebhookError(
        `type must be an event type of the contract, but is ${type}; choose of ${known.join(', ')}, or give data or body too.`,
      )
    const raised = createdAt ?? at
    const id = given.id ?? ids.next('evt', raised.getTime())
    const timestamp = (ms: number): string => new Date(ms).toISOString()
    const account = 'len_example:sandbox' as never
    const event = behaviour.specimenEvent(type, { id, account, now: raised.getTime(), timestamp })
    const made = test ? event.data : { ...event.data, order_id: event.order_id.replace('ord_test_', 'ord_') }
    const whole = { ...event, data: { ...made, ...data }, test }
    const envelope = behaviour.envelope(whole, behaviour.apiVersion, timestamp)
    return { named: { id, type }, body: bytesOf(behaviour.serialise(envelope)) }
  }
  const { named, body } = make()
  const t = behaviour.timestamp(at.getTime(), named as never)
  const header = behaviour.signatureHeader(t, behaviour.signature(secret, t, body))
  const headers = Object.fromEntries(behaviour.headers(named as never, header)) as SignedWebhook['headers']
  return { body: new Uint8Array(body), headers }
}

const form = /^t=(0|[1-9]\d{0,14}),v1=([0-9A-Fa-f]{64})$/

/** Whether a delivery is true: the form of its signature, its time, and the signature over the raw body, in constant time. */
export const verifyWebhook = async ({
  secret,
  signature,
  body,
  at = new Date(),
}: WebhookToVerify): Promise<VerifiedWebhook> => {
  const secrets = (typeof secret === 'string' ? [secret] : secret).map(secretOf)
  if (secrets.length === 0) secretOf(undefined)
  const contract = loadContract()
  const { limits } = contract
  const [, t, v1] = form.exec(signature ?? '') ?? []
  if (t === undefined || v1 === undefined) return { verified: false, fails: 'header' }
  if (Math.abs(Math.floor(at.getTime() / 1000) - Number(t)) > limits.signature_tolerance_seconds)
    return { verified: false, fails: 'timestamp' }
  const behaviour = webhooks(contract)
  const bytes = bytesOf(body)
  const isTrue = secrets.some((one) =>
    timingSafeEqual(Buffer.from(behaviour.signature(one, Number(t), bytes), 'hex'), Buffer.from(v1, 'hex')),
  )
  return isTrue ? { verified: true, fails: null } : { verified: false, fails: 'signature' }
}
