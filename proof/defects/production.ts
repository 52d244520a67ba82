// Defects of production alone: what the sandbox does, production does not.
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../simulator/behaviour/operators/index.ts'
import { rows } from './rows.ts'
import type { Defect } from './defect.ts'

type Around = { body?: unknown; headers: Record<string, unknown> }

const isThere = (url = ''): boolean => url.startsWith('/v1/')

/** An operation of production that is carried out for another call than came. */
const misreadThere = (id: string, change: (call: Around) => void): Mutation =>
  op.instead('idempotency.around', (usual, operation, call, work) => {
    if (operation === id && isThere(call.request.url)) change(call)
    return usual(operation, call, work)
  })

export const production: readonly Defect[] = rows({
  'production-ignores-amendments': {
    breaks: 'amend.lender-reference-can-change',
    bug: 'In production an amendment is answered and not carried out.',
    deep: 'only in production',
    apply: misreadThere('amendOrder', (call) => {
      call.body = {}
    }),
  },
  'production-ignores-keys': {
    breaks: 'idempotency.replay-returns-the-original-order',
    bug: 'The store of keys is not set up in production.',
    deep: 'only in production',
    apply: misreadThere('createOrder', ({ headers }) => {
      delete headers['idempotency-key']
    }),
  },
  'production-names-an-order-of-the-sandbox': {
    breaks: 'create.location-is-the-orders-url',
    bug: 'The Location of a new order is made of the address of the sandbox.',
    deep: 'only in production',
    apply: op.answer('createOrder', (given, asker) =>
      asker?.environment === 'production' && given.headers?.['Location']
        ? {
            ...given,
            headers: { ...given.headers, Location: given.headers['Location'].replace('/v1/', '/sandbox/v1/') },
          }
        : given,
    ),
  },
  'production-raises-no-hold': {
    breaks: 'actions.hold-raises-order-on-hold',
    bug: 'In production a hold raises no event.',
    deep: 'only in production',
    apply: op.unraised(({ type, order }) => type === 'order.on_hold' && order.account.endsWith(':production')),
  },
  'production-links-never-expire': {
    breaks: 'downloads.link-dies-at-expiry',
    bug: 'The files of production are served by a store that does not look at the time.',
    deep: 'only in production',
    apply: op.perTarget((there = { is: false }) => [
      op.refuse('links.isExpired', () => there.is),
      op.note('idempotency.around', (_operation, { request }) => {
        there.is = isThere(request.url)
      }),
    ]),
  },
})
