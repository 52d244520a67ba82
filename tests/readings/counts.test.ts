// The readings of limits and idempotency, shown over real HTTP.
import t from 'tap'
import type { Behaviour } from '../../simulator/behaviour/behaviour.ts'
import { at, draft, open, showRows } from './look.ts'
import type { Eye, Row, Seen } from './look.ts'
import { withWireClock } from '../wire-clock.ts'

/** Five requests a minute are enough to see the end of them. */
const few = {
  behaviour: ({ rateLimit }: Pick<Behaviour, 'rateLimit'>) => {
    rateLimit.requestsPerWindow = 5
  },
}
const reading = ({ simulator }: Eye, freedom: string) => {
  const taken = simulator.readings[freedom]
  return taken === undefined ? {} : { [freedom]: taken }
}
/** A simulator of its own, whose counts nobody else has used. */
const lone = (eye: Eye, freedom: string, options = {}) => open(t, { readings: reading(eye, freedom), ...options })
const left = ({ headers }: Seen) => Number(headers['x-ratelimit-remaining'])
const times = async (count: number, work: () => Promise<Seen>): Promise<Seen[]> => {
  const all: Seen[] = []
  for (let n = 0; n < count; n++) all.push(await work())
  return all
}
const secondsTo = (seen: Seen) => Number(seen.headers['x-ratelimit-reset']) - Math.floor(Date.now() / 1000)
const secretFor = (eye: Eye) => eye.tokenOf('main')

const limits: Row[] = [
  {
    reading: 'limits.window-kind=sliding',
    look: (eye) =>
      withWireClock(async (pass) => {
        const own = await lone(eye, 'limits.window-kind', few)
        const [first] = await times(1, () => own.get('/account'))
        pass(1100)
        const [, second] = await times(2, () => own.get('/account'))
        const moved = Number(second!.headers['x-ratelimit-reset']) - Number(first!.headers['x-ratelimit-reset'])
        return [left(second!), moved >= 1]
      }),
    usual: [2, false],
    taken: [2, true],
  },
  {
    reading: 'limits.counted-requests=not-429',
    look: (eye) =>
      withWireClock(async (pass) => {
        const readings = { 'limits.window-kind': 'sliding', ...reading(eye, 'limits.counted-requests') }
        const own = await open(t, { readings, ...few })
        await times(5, () => own.get('/account'))
        pass(2100)
        const over = await times(7, () => own.get('/account'))
        const [first = 0, last = 0] = [over[0], over.at(-1)].map((seen) => Number(seen?.headers['retry-after']))
        return [over.at(-1)?.status, last > first]
      }),
    usual: [429, true],
    taken: [429, false],
  },
  {
    reading: 'limits.counted-requests=successes-only',
    look: async (eye) => {
      const own = await lone(eye, 'limits.counted-requests', few)
      await secretFor(own)
      const refused = await own.get('/nothing')
      return [left(refused), left(await own.get('/account'))]
    },
    usual: [4, 3],
    taken: [5, 4],
  },
  {
    reading: 'limits.token-requests=shared-count',
    look: async (eye) => {
      const own = await lone(eye, 'limits.token-requests')
      await secretFor(own)
      const before = left(await own.get('/account'))
      await own.grant(own.credential('main'))
      return before - left(await own.get('/account'))
    },
    usual: 1,
    taken: 2,
  },
  ...Object.entries({ shared: [599, 598], untouched: [600, 600] }).map(([name, taken]) => ({
    reading: `limits.unauthenticated-bucket=${name}` as const,
    look: async (eye: Eye) => {
      const own = await lone(eye, 'limits.unauthenticated-bucket')
      const one = await own.get('/ping', { as: null, from: '127.0.0.2' })
      return [left(one), left(await own.get('/ping', { as: null, from: '127.0.0.3' }))]
    },
    usual: [599, 599],
    taken,
  })),
  {
    reading: 'limits.download-count=counted',
    look: async (eye) => {
      const own = await lone(eye, 'limits.download-count')
      const id = await own.placedAt('appraiser_assigned', 'report_complete')
      const documents = await own.get(`/orders/${id}/documents`)
      const detail = await own.get(`/documents/${at(documents.body, 'data.0.id') as string}`)
      const file = await own.get('', { as: null, base: at(detail.body, 'download.url') as string })
      return [file.status, left(detail) - left(await own.get('/account'))]
    },
    usual: [200, 1],
    taken: [200, 2],
  },
  ...Object.entries({ 'by-address': 2, untouched: 1 }).map(([name, taken]) => ({
    reading: `limits.invalid-token-bucket=${name}` as const,
    look: async (eye: Eye) => {
      const own = await lone(eye, 'limits.invalid-token-bucket')
      await secretFor(own)
      await own.get('/account', { as: null, headers: { authorization: `Bearer ${own.profile.tokens.expired!}` } })
      const client = 600 - left(await own.get('/account'))
      const address = 600 - left(await own.get('/ping', { as: null }))
      // The token request counted for the address as well.
      return client === 2 ? 'the client' : address - 1
    },
    usual: 'the client',
    taken,
  })),
  {
    reading: 'limits.reset-meaning=now',
    look: async (eye) => {
      const own = await lone(eye, 'limits.reset-meaning')
      await secretFor(own)
      const [first, second] = await times(2, () => own.get('/account'))
      return [secondsTo(first!) > 50, secondsTo(second!) > 50]
    },
    usual: [true, true],
    taken: [false, true],
  },
  {
    reading: 'limits.reset-meaning=oldest-leaves',
    look: (eye) =>
      withWireClock(async (pass) => {
        const readings = { 'limits.window-kind': 'sliding', ...reading(eye, 'limits.reset-meaning') }
        const own = await open(t, { readings })
        const [first] = await times(1, () => own.get('/account'))
        pass(1100)
        const [second] = await times(1, () => own.get('/account'))
        return Number(second!.headers['x-ratelimit-reset']) - Number(first!.headers['x-ratelimit-reset']) >= 1
      }),
    usual: true,
    taken: false,
  },
  {
    reading: 'limits.retry-after-rounding=exact-plus-one',
    look: async (eye) => {
      const own = await lone(eye, 'limits.retry-after-rounding', few)
      const over = (await times(6, () => own.get('/account'))).at(-1)!
      return [over.status, Number(over.headers['retry-after']) > secondsTo(over)]
    },
    usual: [429, false],
    taken: [429, true],
  },
  {
    reading: 'limits.remaining-exactness=approximate',
    look: async (eye) => {
      const own = await lone(eye, 'limits.remaining-exactness')
      return (await times(4, () => own.get('/account'))).map(left)
    },
    usual: [599, 598, 597, 596],
    taken: [599, 599, 597, 596],
  },
  ...[422, 400].map((code) => ({
    reading: `limits.text-lengths=status-${code}` as const,
    look: async (eye: Eye) => {
      const [long, longer] = ['x'.repeat(3999), 'x'.repeat(4001)]
      return [
        (await eye.place({ lender_reference: long })).status,
        (await eye.place({ lender_reference: longer })).status,
      ]
    },
    usual: [201, 201],
    taken: [201, code],
  })),
  ...[400, 422].map((code) => ({
    reading: `limits.json-body-size=status-${code}` as const,
    look: async (eye: Eye) => {
      const id = at((await eye.place()).body, 'id') as string
      return (await eye.post(`/orders/${id}/messages`, { recipient: 'manager', body: 'x'.repeat(2_200_000) })).status
    },
    usual: 413,
    taken: code,
  })),
  {
    reading: 'limits.long-addresses=status-400',
    look: async (eye) => {
      const { status, headers } = await eye.get(`/orders?order_number=${'9'.repeat(20_000)}`)
      return [status, 'x-ratelimit-limit' in headers]
    },
    usual: [431, true],
    taken: [400, true],
  },
]

const keyed = (eye: Eye, key: string, more: Record<string, unknown> = {}, raw?: string) =>
  eye.post('/orders', raw ?? draft(more), { headers: { 'idempotency-key': key } })
const sameOrder = (first: Seen, second: Seen) =>
  second.status === 201 ? at(first.body, 'id') === at(second.body, 'id') : [second.status, at(second.body, 'code')]

/** Two creations, each with its key, one after the other. */
const pair = (key: string, first: Record<string, unknown>, second: Record<string, unknown>) => async (eye: Eye) => {
  const before = await keyed(eye, key, first)
  return sameOrder(before, await keyed(eye, key, second))
}

const replayed = async (eye: Eye) => {
  const own = await open(t, { readings: eye.simulator.readings })
  const first = await keyed(own, 'replayed')
  await own.send('PATCH', `/orders/${at(first.body, 'id') as string}`, { body: { lender_reference: 'later' } })
  return own.post('/orders', draft(), { headers: { 'idempotency-key': 'replayed' } })
}

const idempotency: Row[] = [
  {
    reading: 'idempotency.replay-body=current-body',
    look: async (eye) => at((await replayed(eye)).body, 'lender_reference'),
    usual: null,
    taken: 'later',
  },
  {
    reading: 'idempotency.replay-marker=marked-by-header',
    look: async (eye) => (await replayed(eye)).headers['idempotency-replayed'],
    usual: undefined,
    taken: 'true',
  },
  ...Object.entries({ remembered: [422, 422, 409], 'bound-to-body': [422, 201, 409] }).map(([name, taken]) => ({
    reading: `idempotency.key-after-refusal=${name}` as const,
    look: async (eye: Eye) => {
      const own = await lone(eye, 'idempotency.key-after-refusal')
      const [company] = own.simulator.world.companies
      const offered = (active: boolean) => own.change(`/companies/${company!.id}/products/1004`, { active })
      await offered(false)
      const refused = await keyed(own, 'same body')
      await keyed(own, 'other body')
      await offered(true)
      const later = [await keyed(own, 'same body'), await keyed(own, 'other body', { lender_reference: 'other' })]
      return [refused, ...later].map(({ status }) => status)
    },
    usual: [422, 201, 201],
    taken,
  })),
  {
    reading: 'idempotency.key-after-refusal=remembered',
    look: async (eye) => {
      const own = await lone(eye, 'idempotency.key-after-refusal')
      const refused = () => keyed(own, 'unusable', { due_date: '2001-01-01' })
      return at((await refused()).body, 'correlation_id') === at((await refused()).body, 'correlation_id')
    },
    usual: false,
    taken: true,
  },
  {
    reading: 'idempotency.key-after-failure=same-order',
    look: async (eye) => {
      let fails = true
      const own = await lone(eye, 'idempotency.key-after-failure', {
        behaviour: ({
          present,
        }: {
          present: { orderTypeOf: (...args: never[]) => unknown; fees: (...args: never[]) => unknown }
        }) => {
          const { fees } = present
          present.fees = (...args) => {
            if (fails) throw new Error('out of order')
            return fees.apply(present, args)
          }
        },
      })
      const failed = await keyed(own, 'failing')
      fails = false
      const again = await keyed(own, 'failing')
      return [failed.status, again.status, at((await own.get('/orders')).body, 'total')]
    },
    usual: [500, 201, 2],
    taken: [500, 201, 1],
  },
  {
    reading: 'idempotency.body-equality=same-bytes',
    look: async (eye) => {
      const first = await keyed(eye, 'bytes', {}, JSON.stringify(draft()))
      return sameOrder(first, await keyed(eye, 'bytes', {}, JSON.stringify(draft(), null, 1)))
    },
    usual: true,
    taken: [409, 'idempotency_key_reused'],
  },
  {
    reading: 'idempotency.body-equality=same-order-meaning',
    look: pair('meaning', {}, { lender_reference: null }),
    usual: [409, 'idempotency_key_reused'],
    taken: true,
  },
  ...Object.entries({ 'status-409': [201, 409], 'status-503': [201, 503] }).map(([name, taken]) => ({
    reading: `idempotency.simultaneous-requests=${name}` as const,
    look: async (eye: Eye) => {
      await eye.tokenOf('main')
      const both = await Promise.all([keyed(eye, 'at once'), keyed(eye, 'at once')])
      return both.map(({ status }) => status).toSorted((a, b) => a - b)
    },
    usual: [201, 201],
    taken,
  })),
  {
    reading: 'idempotency.window-start=last-use',
    look: async (eye) => {
      const own = await lone(eye, 'idempotency.window-start')
      const role = async () => ({ headers: { 'idempotency-key': 'used', authorization: `Bearer ${await fresh(own)}` } })
      const first = await own.post('/orders', draft(), await role())
      await own.simulator.advance(20 * 3600)
      await own.post('/orders', draft(), await role())
      await own.simulator.advance(20 * 3600)
      return sameOrder(first, await own.post('/orders', draft(), await role()))
    },
    usual: false,
    taken: true,
  },
  {
    reading: 'idempotency.key-form=limited-length',
    look: async (eye) => [(await keyed(eye, 'k'.repeat(64))).status, (await keyed(eye, 'k'.repeat(65))).status],
    usual: [201, 201],
    taken: [201, 422],
  },
  ...Object.entries({
    'status-400': [400, 'invalid_request'],
    'status-422': [422, 'validation_failed'],
    'a-key': true,
  }).map(([name, taken]) => ({
    reading: `idempotency.empty-key=${name}` as const,
    look: async (eye: Eye) => sameOrder(await keyed(eye, ''), await keyed(eye, '')),
    usual: false,
    taken,
  })),
]

const fresh = async (eye: Eye) => at((await eye.grant(eye.credential('main'))).body, 'access_token') as string

t.test('limits', (t) => showRows(t, limits))
t.test('idempotency', (t) => showRows(t, idempotency))
