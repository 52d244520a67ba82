// Tokens: how they are got, what they open, when they end (Authentication; Endpoints / POST /oauth/token).
import t from 'tap'
import type { Test } from 'tap'
import { loadWorld } from '../../simulator/engine/world.ts'
import { operations } from './judge-answer.ts'
import { refused } from './refusal.ts'
import { start } from './support.ts'
import type { Answer, Sent } from './support.ts'
import type { Token } from './wire-types.ts'

const api = await start(t)
const { client_id, client_secret } = api.profile.credentials.main!
const good = { grant_type: 'client_credentials', client_id, client_secret }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const basicOf = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` })
const ask = <Body = Token>(sent: Sent) => api.call<Body>(null, 'POST', '/oauth/token', sent)
const asForm = (fields: Record<string, string>) => ({ headers: form, body: new URLSearchParams(fields).toString() })
const works = async (token: string): Promise<boolean> =>
  (await api.call<unknown>({ token }, 'GET', '/account')).status === 200

/** RFC 6749 shape and nothing of the standard body. */
const oauthRefused = (t: Test, answer: Answer<unknown>, status: number, error: string, name: string) => {
  const body = answer.body as Record<string, string>
  t.same([answer.status, body['error']], [status, error], name)
  t.same(Object.keys(body).toSorted(), ['correlation_id', 'error', 'error_description'], `${name}: the three fields`)
  t.match(body['correlation_id'], /^[0-9a-f-]{36}$/, `${name}: correlation id`)
  t.notMatch(answer.bytes.toString(), /demo-secret/, `${name}: no secret comes back`)
}

t.test('a token is given for a form, for JSON and for a Basic header', async (t) => {
  const answers = [
    await ask(asForm(good)),
    await ask({ body: good }),
    await ask({
      ...asForm({ grant_type: 'client_credentials' }),
      headers: { ...form, ...basicOf(client_id, client_secret) },
    }),
    await ask({ body: { grant_type: 'client_credentials' }, headers: basicOf(client_id, client_secret) }),
    await ask(asForm({ ...good, scope: 'lender', audience: 'ignored', client_idx: 'ignored' })),
    await ask({ ...asForm(good), headers: { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=UTF-8' } }),
  ]
  for (const { status, body, headers } of answers) {
    t.equal(status, 200)
    const { access_token, ...rest } = body
    t.same(rest, { token_type: 'Bearer', expires_in: 3600, scope: 'lender' })
    t.match(headers['cache-control'], /no-store/)
    t.ok(await works(access_token), 'the token opens the account')
  }
  t.equal(new Set(answers.map(({ body }) => body.access_token)).size, answers.length, 'each one is new')
})

t.test('every refusal of the token endpoint has the RFC 6749 shape', async (t) => {
  const { production, revoked } = api.profile.credentials
  const without = (name: string) => Object.fromEntries(Object.entries(good).filter(([key]) => key !== name))
  const cases: [name: string, Sent, status: number, error: string][] = [
    ['no grant_type', asForm(without('grant_type')), 400, 'invalid_request'],
    ['an empty grant_type', asForm({ ...good, grant_type: '' }), 400, 'invalid_request'],
    ['a grant_type that is null', { body: { ...good, grant_type: null } }, 400, 'invalid_request'],
    ['grant_type password', asForm({ ...good, grant_type: 'password' }), 400, 'unsupported_grant_type'],
    ['grant_type in capitals', { body: { ...good, grant_type: 'CLIENT_CREDENTIALS' } }, 400, 'unsupported_grant_type'],
    ['no client_id', asForm(without('client_id')), 400, 'invalid_request'],
    ['no client_secret', { body: without('client_secret') }, 400, 'invalid_request'],
    ['no credential', asForm({ grant_type: 'client_credentials' }), 400, 'invalid_request'],
    ['an empty secret', asForm({ ...good, client_secret: '' }), 400, 'invalid_request'],
    ['a client_id that is a number', { body: { ...good, client_id: 7 } }, 400, 'invalid_request'],
    ['a secret that is a list', { body: { ...good, client_secret: [client_secret] } }, 400, 'invalid_request'],
    ['an empty form', { headers: form, body: '' }, 400, 'invalid_request'],
    ['an empty object', { body: {} }, 400, 'invalid_request'],
    [
      'malformed JSON',
      { headers: { 'content-type': 'application/json' }, body: '{"grant_type":' },
      400,
      'invalid_request',
    ],
    ['a JSON list', { body: [good] }, 400, 'invalid_request'],
    [
      'bytes that are not UTF-8',
      { headers: form, body: Buffer.from([0x61, 0x3d, 0xff, 0xfe]) },
      400,
      'invalid_request',
    ],
    [
      'a Basic header without a colon',
      { body: { grant_type: 'client_credentials' }, headers: { authorization: `Basic ${btoa(client_id)}` } },
      400,
      'invalid_request',
    ],
    [
      'a Basic header that is not base64',
      { body: { grant_type: 'client_credentials' }, headers: { authorization: 'Basic ***' } },
      400,
      'invalid_request',
    ],
    ['the credential twice', { body: good, headers: basicOf(client_id, client_secret) }, 400, 'invalid_request'],
    ['another scope', asForm({ ...good, scope: 'admin' }), 400, 'invalid_scope'],
    ['scope lender and another', asForm({ ...good, scope: 'lender admin' }), 400, 'invalid_scope'],
    ['a wrong secret', { body: { ...good, client_secret: `${client_secret}x` } }, 401, 'invalid_client'],
    [
      'a secret in other letter case',
      { body: { ...good, client_secret: client_secret.toUpperCase() } },
      401,
      'invalid_client',
    ],
    [
      'a wrong secret in a Basic header',
      { body: { grant_type: 'client_credentials' }, headers: basicOf(client_id, 'no') },
      401,
      'invalid_client',
    ],
    ['an unknown client', asForm({ ...good, client_id: 'cli_nobody' }), 401, 'invalid_client'],
    ['a client named __proto__', { body: { ...good, client_id: '__proto__' } }, 401, 'invalid_client'],
    [
      'the secret of another client',
      { body: { ...good, client_secret: revoked!.client_secret } },
      401,
      'invalid_client',
    ],
    ['a revoked client', { body: { ...good, ...revoked, environment: undefined } }, 401, 'invalid_client'],
    ['a production credential in the sandbox', { body: { ...good, ...production } }, 401, 'invalid_client'],
    ['a sandbox credential in production', { body: good, base: api.simulator.productionUrl }, 401, 'invalid_client'],
    ['no content type', { body: Buffer.from(JSON.stringify(good)) }, 415, 'invalid_request'],
    [
      'plain text',
      { body: 'grant_type=client_credentials', headers: { 'content-type': 'text/plain' } },
      415,
      'invalid_request',
    ],
    [
      'multipart',
      api.multipart(Object.entries(good).map(([name, value]) => ({ name, value }))),
      415,
      'invalid_request',
    ],
  ]
  for (const [name, sent, status, error] of cases) oauthRefused(t, await ask<unknown>(sent), status, error, name)
})

t.test('a secret in the query string is refused whatever the body holds', async (t) => {
  for (const name of ['client_secret', 'client_id']) {
    const query = { [name]: good[name as keyof typeof good] }
    oauthRefused(t, await ask<unknown>({ ...asForm(good), query }), 400, 'invalid_request', `${name} in the query`)
    const bare = { headers: form, body: 'grant_type=client_credentials', query: { client_id, client_secret } }
    oauthRefused(t, await ask<unknown>(bare), 400, 'invalid_request', 'the credential in the query alone')
    const text = { headers: { 'content-type': 'text/plain' }, body: 'x', query: { client_secret } }
    oauthRefused(t, await ask<unknown>(text), 400, 'invalid_request', 'with a body of another type')
  }
})

t.test('a Basic credential is form-decoded on both sides of the colon', async (t) => {
  const world = structuredClone(loadWorld('demo'))
  const secret = 'p:ss wörd+%41&='
  world.credentials.push({ id: 'cli_odd:one', secret, lender_id: 'len_bluestem', environment: 'sandbox' })
  const other = await start(t, { world })
  const encoded = (text: string) => encodeURIComponent(text).replaceAll('%20', '+')
  const headers = { ...form, ...basicOf(encoded('cli_odd:one'), encoded(secret)) }
  const answer = await other.call<Token>(null, 'POST', '/oauth/token', {
    headers,
    body: 'grant_type=client_credentials',
  })
  t.equal(answer.status, 200)
  t.ok(await other.call({ token: answer.body.access_token }, 'GET', '/account'))
})

t.test('another method on the path of the token endpoint is an unknown operation with the standard body', async (t) => {
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    refused(t, await api.call(null, method, '/oauth/token'), { status: 404, code: 'not_found' }, method)
})

t.test('every operation but three asks for a token, and says so before anything else', async (t) => {
  t.same(
    operations.filter(({ needsToken }) => !needsToken).map(({ id }) => id),
    ['ping', 'requestToken', 'downloadDocument'],
  )
  for (const { id, method, template } of operations.filter(({ needsToken }) => needsToken)) {
    const path = template.replace(/\{(\w+?)_id\}/g, (_, name: string) => `${name.slice(0, 3)}_nothing`)
    for (const headers of [undefined, { 'content-type': 'text/plain' }]) {
      const answer = await api.call(null, method as 'GET', path, headers && { headers })
      refused(t, answer, { status: 401, code: 'invalid_client' }, id)
      t.match(answer.headers['www-authenticate'], /^Bearer/, `${id}: a challenge`)
    }
  }
})

t.test('a token that was never issued opens nothing', async (t) => {
  const token = await api.token('main')
  const [payload, signature] = token.split('.') as [string, string]
  const forged = Buffer.from(JSON.stringify(['cli_juniper_sandbox', 'sandbox', 9e15, 'x'])).toString('base64url')
  for (const bad of [
    'x',
    `${token}x`,
    token.slice(0, -2),
    `${payload}.`,
    `.${signature}`,
    `${forged}.${signature}`,
    `${token}.x`,
    '💥',
  ])
    refused(
      t,
      await api.call({ token: encodeURI(bad) }, 'GET', '/account'),
      { status: 401, code: 'invalid_client' },
      bad,
    )
  for (const authorization of [
    '',
    'Bearer',
    `Bearer${token}`,
    token,
    `Token ${token}`,
    `Bearer ${token} x`,
    `Basic ${btoa('a:b')}`,
  ])
    refused(t, await api.call(null, 'GET', '/account', { headers: { authorization } }), {
      status: 401,
      code: 'invalid_client',
    })
  refused(t, await api.call(null, 'GET', '/account', { query: { access_token: token } }), {
    status: 401,
    code: 'invalid_client',
  })
})

t.test('the scheme may be written in any letter case', async (t) => {
  for (const scheme of ['bearer', 'BEARER', 'Bearer']) {
    const headers = { authorization: `${scheme} ${await api.token('main')}` }
    t.equal((await api.call<unknown>(null, 'GET', '/account', { headers })).status, 200)
  }
})

t.test('tokens of one environment do not work in the other', async (t) => {
  const { productionUrl, sandboxUrl } = api.simulator
  const cases = [
    [await api.token('main'), productionUrl],
    [await api.token('production'), sandboxUrl],
  ] as const
  for (const [token, base] of cases)
    for (const path of ['/account', '/orders', '/order-types', '/events', '/webhook'])
      refused(t, await api.call({ token }, 'GET', path, { base }), { status: 401, code: 'invalid_client' }, path)
})

t.test('the tokens of a revoked client have stopped working', async (t) => {
  const answer = await api.call({ token: api.profile.tokens.revoked! }, 'GET', '/account')
  refused(t, answer, { status: 401, code: 'client_revoked' })
  refused(t, await api.call({ token: api.profile.tokens.revoked! }, 'POST', '/orders', { body: api.draft() }), {
    status: 401,
    code: 'client_revoked',
  })
})

t.test('a token lives for 3600 seconds, and a second one does not end the first', async (t) => {
  const first = (await ask({ body: good })).body.access_token
  await api.simulator.advance(3300)
  const second = (await ask({ body: good })).body.access_token
  t.ok(await works(first), 'the first goes on')
  await api.simulator.advance(299)
  t.ok(await works(first), 'also in its last second')
  await api.simulator.advance(1)
  refused(t, await api.call({ token: first }, 'GET', '/account'), { status: 401, code: 'token_expired' })
  refused(t, await api.call({ token: api.profile.tokens.expired! }, 'GET', '/orders'), {
    status: 401,
    code: 'token_expired',
  })
  t.ok(await works(second), 'the second has its own hour')
})
