// The readings of auth, account and catalog, shown over real HTTP.
import t from 'tap'
import { at, draft, each, open, showRows } from './look.ts'
import type { Eye, Row, Seen } from './look.ts'

const code = ({ status, body }: Seen) => [status, at(body, 'code')]
const error = ({ status, body }: Seen) => [status, at(body, 'error')]
const account = (eye: Eye, authorization: string) => eye.get('/account', { as: null, headers: { authorization } })
const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
const grantJson = (eye: Eye, body: unknown, headers: Record<string, string>) =>
  eye.post('/oauth/token', body, { as: null, headers })

const auth: Row[] = [
  {
    reading: 'auth.token-form=structured-text',
    look: async (eye) => {
      const token = await eye.tokenOf('main')
      return [token.split('.').length, (await account(eye, `Bearer ${token}`)).status]
    },
    usual: [2, 200],
    taken: [3, 200],
  },
  {
    reading: 'auth.repeated-token-request=same-token-renewed',
    look: async (eye) => {
      const own = await open(t, { readings: one(eye, 'auth.repeated-token-request') })
      const tokens: unknown[] = []
      for (const wait of [0, 3000, 3000, 3000]) {
        await own.simulator.advance(wait)
        tokens.push(at((await own.grant(own.credential('main'))).body, 'access_token'))
      }
      const [first, second, third, last] = tokens
      return [first === second, first === third, first === last, (await account(own, `Bearer ${String(first)}`)).status]
    },
    usual: [false, false, false, 401],
    taken: [true, true, true, 200],
  },
  {
    reading: 'auth.expiry-edge=five-minutes',
    look: async (eye) => {
      const lone = await open(t, { readings: eye.simulator.readings })
      const token = `Bearer ${await lone.tokenOf('main')}`
      const statuses: number[] = []
      for (const wait of [3890, 20]) {
        await lone.simulator.advance(wait)
        statuses.push((await account(lone, token)).status)
      }
      return statuses
    },
    usual: [401, 401],
    taken: [200, 401],
  },
  {
    reading: 'auth.expiry-edge=small-grace',
    look: async (eye) => {
      const lone = await open(t, { readings: eye.simulator.readings })
      const token = `Bearer ${await lone.tokenOf('main')}`
      const statuses: number[] = []
      for (const wait of [3599, 2, 10]) {
        await lone.simulator.advance(wait)
        statuses.push((await account(lone, token)).status)
      }
      return statuses
    },
    usual: [200, 401, 401],
    taken: [200, 200, 401],
  },
  ...(['invalid-request', 'unauthorized-client'] as const).map((reading) => ({
    reading: `auth.unsupported-grant-error=${reading}` as const,
    look: async (eye: Eye) => error(await eye.grant({ ...eye.credential('main'), grant_type: 'password' })),
    usual: [400, 'unsupported_grant_type'],
    taken: [400, reading.replace('-', '_')],
  })),
  ...(['unauthorized-client'] as const).map((reading) => ({
    reading: `auth.token-error-on-other-statuses=${reading}` as const,
    look: async (eye: Eye) => error(await eye.grant({}, { 'content-type': 'text/plain' })),
    usual: [415, 'invalid_request'],
    taken: [415, reading.replace('-', '_')],
  })),
  {
    reading: 'auth.revoked-token-code=invalid-client',
    look: async (eye) => code(await account(eye, `Bearer ${eye.profile.tokens.revoked!}`)),
    usual: [401, 'client_revoked'],
    taken: [401, 'invalid_client'],
  },
  ...Object.entries({ 'another-code': 'unauthorized' }).map(([reading, taken]) => ({
    reading: `auth.missing-token-code=${reading}` as const,
    look: async (eye: Eye) => code(await eye.get('/account', { as: null })),
    usual: [401, 'invalid_client'],
    taken: [401, taken],
  })),
  ...Object.entries({ 'token-expired': 'token_expired', 'another-code': 'invalid_token' }).map(([reading, taken]) => ({
    reading: `auth.garbage-token-code=${reading}` as const,
    look: async (eye: Eye) => code(await account(eye, 'Bearer made-up')),
    usual: [401, 'invalid_client'],
    taken: [401, taken],
  })),
  ...Object.entries({ 'another-code': 'wrong_environment' }).map(([reading, taken]) => ({
    reading: `auth.other-environment-token-code=${reading}` as const,
    look: async (eye: Eye) => code(await account(eye, `Bearer ${await eye.tokenOf('production')}`)),
    usual: [401, 'invalid_client'],
    taken: [401, taken],
  })),
  {
    reading: 'auth.scheme-case=exact-case',
    look: async (eye) => (await account(eye, `bearer ${await eye.tokenOf('main')}`)).status,
    usual: 200,
    taken: 401,
  },
  {
    reading: 'auth.challenge-header=absent',
    look: async (eye) => {
      const refused = [
        await eye.get('/account', { as: null }),
        await eye.grant({ ...eye.credential('main'), client_secret: 'x' }),
      ]
      return refused.map(({ status, headers }) => [status, 'www-authenticate' in headers])
    },
    usual: [
      [401, true],
      [401, true],
    ],
    taken: [
      [401, false],
      [401, false],
    ],
  },
  {
    reading: 'auth.token-cache-header=absent',
    look: async (eye) => (await eye.grant(eye.credential('main'))).headers['cache-control'],
    usual: 'no-store',
    taken: undefined,
  },
  {
    reading: 'auth.basic-with-json=refused',
    look: async (eye) => {
      const { client_id, client_secret } = eye.credential('main')
      const asked = await grantJson(
        eye,
        { grant_type: 'client_credentials' },
        { authorization: basic(client_id, client_secret) },
      )
      return [asked.status, at(asked.body, 'error')]
    },
    usual: [200, undefined],
    taken: [400, 'invalid_request'],
  },
  ...Object.entries({ 'header-counts': [200, 401], 'body-counts': [401, 200] }).map(([reading, taken]) => ({
    reading: `auth.basic-and-body=${reading}` as const,
    look: async (eye: Eye) => {
      const { client_id, client_secret } = eye.credential('main')
      const wrong = { ...eye.credential('main'), client_secret: 'wrong' }
      const inHeader = await eye.grant(wrong, { authorization: basic(client_id, client_secret) })
      const inBody = await eye.grant(eye.credential('main'), { authorization: basic(client_id, 'wrong') })
      return [inHeader.status, inBody.status]
    },
    usual: [400, 400],
    taken,
  })),
  {
    reading: 'auth.basic-percent-encoding=literal',
    look: async (eye) => {
      const { client_id, client_secret } = eye.credential('main')
      const escaped = [...client_secret].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('')
      const grant = { grant_type: 'client_credentials' }
      return (await eye.grant(grant, { authorization: basic(client_id, escaped) })).status
    },
    usual: 200,
    taken: 401,
  },
  {
    reading: 'auth.secret-in-query=ignored',
    look: async (eye) => {
      const { client_id, client_secret } = eye.credential('main')
      const query = `?client_id=${encodeURIComponent(client_id)}&client_secret=${encodeURIComponent(client_secret)}`
      const alone = await eye.grant({ grant_type: 'client_credentials' }, {}, query)
      return [alone.status, (await eye.grant(eye.credential('main'), {}, query)).status]
    },
    usual: [400, 400],
    taken: [400, 200],
  },
  {
    reading: 'auth.scope-parameter=ignored',
    look: async (eye) => {
      const { status, body } = await eye.grant({ ...eye.credential('main'), scope: 'admin' })
      return [status, at(body, 'scope')]
    },
    usual: [400, undefined],
    taken: [200, 'lender'],
  },
  {
    reading: 'auth.extra-token-parameters=invalid-request',
    look: async (eye) => (await eye.grant({ ...eye.credential('main'), audience: 'x' })).status,
    usual: 200,
    taken: 400,
  },
  {
    reading: 'auth.unknown-path-without-token=status-401',
    look: async (eye) => [(await eye.get('/nothing', { as: null })).status, (await eye.get('/nothing')).status],
    usual: [404, 404],
    taken: [401, 404],
  },
  ...[415, 400].map((status) => ({
    reading: `auth.unsupported-media-precedence=status-${status}` as const,
    look: async (eye: Eye) => {
      const headers = { 'content-type': 'text/plain' }
      const withoutToken = await eye.post('/orders', 'x', { as: null, headers })
      const withToken = await eye.post('/orders', 'x', { headers })
      return [withoutToken.status, withToken.status, (await eye.post('/orders', draft(), { as: null })).status]
    },
    usual: [401, 415, 401],
    taken: [status, 415, 401],
  })),
  ...Object.entries({ 'status-400': 400, 'read-as-form': 200 }).map(([reading, taken]) => ({
    reading: `auth.token-content-type-missing=${reading}` as const,
    look: async (eye: Eye) => {
      const body = Buffer.from(new URLSearchParams(eye.credential('main')).toString())
      return (await eye.send('POST', '/oauth/token', { as: null, body, headers: { 'content-type': '' } })).status
    },
    usual: 415,
    taken,
  })),
  {
    reading: 'auth.token-endpoint-other-methods=token-error-body',
    look: async (eye) => Object.keys((await eye.get('/oauth/token')).body as object)[0],
    usual: 'code',
    taken: 'error',
  },
]

const lenderIds = async (eye: Eye) => {
  const [sandbox, production] = [await eye.get('/account'), await eye.get('/account', { as: 'production' })]
  return [sandbox, production].map(({ body }) => at(body, 'lender.id'))
}

const accounts: Row[] = [
  {
    reading: 'account.environment-words=other-words',
    look: async (eye) => [
      at((await eye.get('/account')).body, 'environment'),
      at((await eye.get('/account', { as: 'production' })).body, 'environment'),
    ],
    usual: ['sandbox', 'production'],
    taken: ['test', 'live'],
  },
  {
    reading: 'account.identifiers-across-environments=different',
    look: async (eye) => {
      const [sandbox, production] = await lenderIds(eye)
      return [sandbox === production, String(sandbox).startsWith('len_')]
    },
    usual: [true, true],
    taken: [false, true],
  },
  {
    reading: 'account.forbidden-reads=card-billed',
    look: async (eye) => {
      const reads = [
        await eye.get('/orders', { as: 'card_billed' }),
        await eye.get('/orders'),
        await eye.get('/account', { as: 'card_billed' }),
      ]
      return reads.map(({ status }) => status)
    },
    usual: [200, 200, 200],
    taken: [403, 200, 200],
  },
  {
    reading: 'account.readable-while-card-billed=status-403',
    look: async (eye) => {
      const { client_id } = eye.credential('card_billed')
      const lender = eye.simulator.world.credentials.find(({ id }) => id === client_id)!.lender_id
      const portal = { lender_id: lender, environment: 'sandbox', order: draft() }
      const order = (await eye.company('/orders', portal)).body
      const id = (at(order, 'id') ?? at(order, 'order.id')) as string
      return (await eye.get(`/orders/${id}`, { as: 'card_billed' })).status
    },
    usual: 200,
    taken: 403,
  },
]

const codes = async (eye: Eye) => each((await eye.get('/order-types?per_page=100')).body, 'data', 'code') as string[]
const inOrder = (wanted: readonly string[]) => async (eye: Eye) =>
  (await codes(eye)).filter((one) => wanted.includes(one))

const catalog: Row[] = [
  {
    reading: 'catalog.code-order=locale',
    look: async (eye) => {
      const listed = await codes(await open(t, { readings: one(eye, 'catalog.code-order') }))
      return [
        listed.some((one) => /^[a-z]/.test(one)),
        listed.findIndex((one) => /^land$/i.test(one)) < listed.indexOf('URAR-36'),
      ]
    },
    usual: [false, true],
    taken: [true, true],
  },
  {
    reading: 'catalog.code-order=numeric',
    look: inOrder(['1004', '2055', '955']),
    usual: ['1004', '2055'],
    taken: ['955', '1004'],
  },
  {
    reading: 'catalog.code-style=digits',
    look: async (eye) => {
      // Alone: where numbers are compared is another freedom.
      const lone = await open(t, { readings: one(eye, 'catalog.code-style') })
      return (await codes(lone)).every((one) => /^\d+$/.test(one))
    },
    usual: false,
    taken: true,
  },
  {
    reading: 'catalog.empty-tiers=none-do',
    look: async (eye) => {
      const { body } = await eye.get('/order-types?per_page=100&has_adu=true')
      return ['loan_types', 'add_ons', 'loan_purposes', 'property_types'].map((tier) =>
        each(body, 'data', tier).every((list) => (list as unknown[]).length === 0),
      )
    },
    usual: [false, false, false, false],
    taken: [true, true, true, true],
  },
  {
    reading: 'catalog.paging-out-of-range=clamped',
    look: async (eye) => {
      const [large, small] = [await eye.get('/order-types?per_page=900'), await eye.get('/order-types?per_page=0')]
      return [large.status, at(large.body, 'per_page'), at(small.body, 'per_page')]
    },
    usual: [400, undefined, undefined],
    taken: [200, 100, 1],
  },
  {
    reading: 'catalog.paging-out-of-range=status-422',
    look: async (eye) => (await eye.get('/order-types?per_page=900')).status,
    usual: 400,
    taken: 422,
  },
  ...Object.entries({ ignored: false, 'matches-nothing': true }).map(([reading, isEmpty]) => ({
    reading: `catalog.bad-filter-value=${reading}` as const,
    look: async (eye: Eye) => {
      const format = await eye.get('/order-types?report_format=uad_9')
      const adu = await eye.get('/order-types?has_adu=perhaps')
      return [format.status, adu.status, format.status === 200 && (at(format.body, 'data') as unknown[]).length === 0]
    },
    usual: [400, 400, false],
    taken: [200, 200, isEmpty],
  })),
]

const one = ({ simulator }: Eye, freedom: string): Record<string, string> => {
  const reading = simulator.readings[freedom]
  return reading === undefined ? {} : { [freedom]: reading }
}

t.test('auth', (t) => showRows(t, auth))
t.test('account', (t) => showRows(t, accounts))
t.test('catalog', (t) => showRows(t, catalog))
