// A record says which exchange granted the token of a call, and never the token.
import t from 'tap'
import type { Exchange, Headers } from '../evidence/exchange.ts'
import { createPersonal } from '../sut/personal.ts'
import { createSecrets } from '../sut/secrets.ts'
import { createRecorder } from './record.ts'

t.test('the token of a call that is no role’s own', async (t) => {
  const secrets = createSecrets()
  secrets.add('access token', 'tok-1-Qz7wert')
  const recorder = createRecorder(secrets, createPersonal())
  const exchange = (id: string, part: Partial<Exchange>, token?: string, answer = {}) => {
    const headers: Headers = token === undefined ? [] : [['Authorization', `Bearer ${token}`]]
    const request = { method: 'GET', url: 'https://x/v1/account', headers, body: null }
    const response = { status: 200, headers: [], body: Buffer.from(JSON.stringify(answer)) }
    const whole = { id, role: null, request, response, failure: null, startedAt: 0, ms: 1, ...part }
    return recorder.exchange(whole as unknown as Exchange)
  }
  t.notOk('token_from' in exchange('x1', { operation: 'requestToken' }, undefined, { access_token: 'tok-1-Qz7wert' }))
  const shown = exchange('x2', {}, 'tok-1-Qz7wert')
  t.equal(shown.token_from, 'x1')
  t.notMatch(JSON.stringify(shown), /tok-1/)
  t.equal(exchange('x3', {}, 'tok-2').token_from, null, 'granted to nobody')
  t.notOk('token_from' in exchange('x4', { role: 'main' }, 'tok-1-Qz7wert'))
  t.notOk('token_from' in exchange('x5', {}))
})
