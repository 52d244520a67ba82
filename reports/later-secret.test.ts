// What a script sends where a specimen was signed with a former secret, or with that of the other environment.
import t from 'tap'
import { atOnce } from './unscripted.ts'
import { signatures } from './hearing.ts'
import { oddMark } from './masked-secret.ts'
import { byOtherSecret, byRotation, isUnexplained, withOddSecret } from './later-secret.ts'
import { finding, ground } from './retried-deliveries.support.ts'
import { recordedExchange } from './recorded-exchange.support.ts'

const { exchanges } = ground([])
const test = recordedExchange({ id: 'x4', operation: 'testWebhook', method: 'POST', path: '/webhook/test' })
const sent = { url: 'https://127.0.0.1:9/assay/a1b2c3d4', secret: '•••', enabled: true }
const theirs = { operation: 'setWebhook', role: 'production', environment: 'production', method: 'PUT', sent } as const
const all = [...exchanges, recordedExchange({ id: 'x5', ...theirs }), test]
const bodies = (steps: readonly { id: string; request: { body: { text?: string } | null } }[] = []): string[] =>
  steps.map(({ id, request }) => `${id} ${request.body?.text ?? ''}`)

t.test('a former secret: a specimen before the next one is set, and one after', async (t) => {
  const former = finding({
    kind: 'bad_signature',
    received: 'HMAC-SHA256(an earlier secret, "t.body")',
    requests: ['d1'],
  })
  const { steps, asked, settings } = byRotation(former, all)!
  t.same(bodies(steps), ['d1 first test ', 'd1 secret {"secret":"••••••"}', 'd1 test '])
  t.same(asked, { at: 'list:/data/type=specimen/signature', form: 'at least times', values: [signatures.later, '1'] })
  t.same(settings, ['x1'])
  const slow = all.map((one) => ({ ...one, ms: 900 }))
  t.equal(atOnce(byRotation(former, slow)!.finding, byRotation(former, slow)!.steps!), null, 'one after the other')
  t.equal(byRotation({ ...former, received: 'a signature over other bytes' }, all), null)
  t.equal(byRotation(former, exchanges), null, 'no specimen was sent in the run')
})

t.test('the secret of production', async (t) => {
  const strange = finding({ received: 'the secret of production', expected: 'another', requests: ['x4', 'd1'] })
  const { steps, asked } = byOtherSecret(strange, all)!
  t.same(bodies(steps), [`x4 production ${JSON.stringify({ ...sent, secret: '••••••' })}`, 'x4 again '])
  t.same(asked, { at: '/data/type=specimen/signature', form: 'equal', values: [JSON.stringify(signatures.right)] })
  t.equal(byOtherSecret({ ...strange, received: 'another' }, all), null)
  t.equal(byOtherSecret(strange, [...exchanges, test]), null, 'the run set no webhook there')
})

t.test('a signature that nothing explains: the secret of the script has all that may be', async (t) => {
  const odd = finding({
    kind: 'bad_signature',
    received: 'a signature with another secret, or over other bytes than those received',
  })
  t.ok(isUnexplained(odd))
  t.notOk(isUnexplained({ ...odd, received: 'HMAC-SHA256("", "t.body"), without a secret' }))
  const bodyOf = (one: (typeof all)[number]): string | undefined => withOddSecret(one).request.body?.text
  t.match(bodyOf(exchanges[0]!), `"secret":"${oddMark}"`)
  t.equal(withOddSecret(test), test, 'what sends no secret')
})
