// Defects of a server that answers well and does nothing.
import type { Order } from '../../simulator/domain/records.ts'
import { Refusal } from '../../simulator/domain/refusal.ts'
import {
  edit,
  instead,
  note,
  perTarget,
  refuse,
  replace,
  together,
  wrap,
} from '../../simulator/behaviour/operators/index.ts'
import type { Defect } from './defect.ts'

const unsent = (status: 'pending' | 'delivered') =>
  together(
    refuse('webhooks.subscribed'),
    replace('webhooks.statusWhenNotSent', () => status),
    refuse('webhooks.sendsSpecimen'),
  )

/** The move that was asked for last, by order. */
const moves = () => {
  const asked = new Map<string, string>()
  return {
    hear: note('lifecycle.mayAdvance', (order: Order, to: string) => void asked.set(order.id, to)),
    of: (id: string) => asked.get(id),
  }
}

export const noOps: readonly Defect[] = [
  {
    id: 'webhooks-never-sent',
    breaks: 'delivery.subscribed-event-is-delivered',
    bug: 'Events and specimens are written to a queue, and the worker that sends them is never started.',
    also: ['webhooks.test-sends-a-specimen', 'delivery.attempt-1-when-raised'],
    apply: unsent('pending'),
  },
  {
    id: 'webhooks-counted-as-sent',
    breaks: 'delivery.subscribed-event-is-delivered',
    bug: 'The sender is a stand-in from the tests, which sends nothing and reports success.',
    also: ['webhooks.test-sends-a-specimen', 'delivery.attempt-1-when-raised'],
    apply: together(
      unsent('delivered'),
      edit('testWebhook', (body) =>
        Object.assign(body, { delivered: true, response_status: 200, response_time_ms: 1 }),
      ),
    ),
  },
  {
    id: 'specimens-never-sent',
    breaks: 'webhooks.test-sends-a-specimen',
    bug: 'A test call writes down the specimen, and does not send it.',
    also: ['webhooks.test-sends-one-event', 'webhooks.test-works-in-production'],
    apply: refuse('webhooks.sendsSpecimen'),
  },
  {
    id: 'webhooks-sent-to-the-root',
    breaks: 'delivery.only-the-configured-endpoint-is-called',
    bug: 'The sender keeps the host of the webhook address and drops its path.',
    also: [
      'delivery.subscribed-event-is-delivered',
      'webhooks.test-sends-a-specimen',
      'delivery.attempt-1-when-raised',
    ],
    apply: wrap('webhooks.urlFor', (url) => new URL('/', url).href),
  },
  {
    id: 'advance-does-nothing',
    breaks: 'sandbox.advance-puts-the-order-in-to-status',
    bug: 'The advance checks the move and answers with the new status, and never carries it out.',
    apply: perTarget(({ hear, of } = moves()) => [
      instead('lifecycle.mayAdvance', function (usual, order, to) {
        if (usual(order, to)) throw new Refusal(order.id, `advanced to ${to}`, { status: 200 })
        return false
      }),
      hear,
      instead('problems.body', (usual, refusal, ...given) => {
        const to = refusal.status === 200 ? of(refusal.code) : undefined
        if (to === undefined) return usual(refusal, ...given)
        return { id: refusal.code, status: { code: to, label: to, changed_at: new Date().toISOString() } }
      }),
    ]),
  },
  {
    id: 'feed-stays-empty',
    breaks: 'feed.holds-every-event',
    bug: 'The feed reads a table that nothing writes to.',
    also: ['feed.reading-forward-skips-nothing', 'feed.unsubscribed-event-has-that-status'],
    apply: replace('feed.found', () => ({ walked: [], page: [], more: false })),
  },
  {
    id: 'token-endpoint-works-once',
    breaks: 'transport.serves-post-oauth-token',
    bug: 'A client that was granted a token is refused every further one.',
    also: [
      'auth.token-request-takes-form-encoding',
      'auth.token-request-takes-json',
      'auth.token-request-takes-basic-header-with-form',
    ],
    apply: perTarget((granted = new Set<string>()) =>
      instead('tokens.checkClient', (usual, client, secret, environment) => {
        const known = usual(client, secret, environment)
        if (granted.has(known.id)) throw new Refusal('invalid_client', 'This client has a token.', { status: 401 })
        granted.add(known.id)
        return known
      }),
    ),
  },
]
