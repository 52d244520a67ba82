// Neither environment gives a token to the other one's credential, or takes the other one's token.
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { inEachForm, spareToken } from '../../scenarios/main-tokens.ts'
import { productionWalk } from '../../scenarios/production-walk.ts'
import { not } from '../../evidence/expected.ts'
import { seen } from '../../evidence/seen.ts'
import { codeReading } from '../../steps/code-reading.ts'
import { accountProbes, named, resourceProbes } from '../../scenarios/probes.ts'
import { expectUntouched } from '../../scenarios/untouched.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rules = {
  credential: {
    production: 'auth.sandbox-credential-gets-no-production-token',
    sandbox: 'auth.production-credential-gets-no-sandbox-token',
  },
  code: 'auth.token-expired-is-for-an-expired-token-only',
  token: {
    production: 'auth.sandbox-token-opens-nothing-in-production',
    sandbox: 'auth.production-token-opens-nothing-in-the-sandbox',
  },
}

const operations = [
  'getAccount',
  'listOrders',
  'listOrderTypes',
  'listEvents',
  'getOrder',
  'createOrder',
  'sendMessage',
]

/** Beside those the test credential of a client that went live tries where it counts, a few show whether the sandbox asks at all. */
const ofProduction = ['getAccount', 'getOrder', 'createOrder']

// Nothing must be placed in production, should the token be taken there.
const unorderable = { order_type_code: 'no-such-product' }

const isOther = (code: unknown): boolean => code !== 'token_expired'

export default check({
  id: 'auth.credentials-stay-in-their-environment',
  verifies: [...Object.values(rules.credential), ...Object.values(rules.token), rules.code],
  needs: ['orders', 'sandbox', 'role:production'],
  async run(context) {
    const { client, expect, recordReading, secretOf } = context
    const { granted } = await context.shared(productionWalk)
    const walk = await context.shared(grandWalk)
    for (const [environment, role] of [
      ['production', 'main'],
      ['sandbox', 'production'],
    ] as const) {
      const { client_id, client_secret } = secretOf(role)
      for (const request of inEachForm(client_id, client_secret)) {
        const answer = await client.call('requestToken', { token: null, environment, ...request })
        expect(rules.credential[environment]).status(answer, '4xx')
        expect(rules.credential[environment]).equal(seen(answer, '/access_token'), undefined)
      }
    }

    if (granted === null) throw blocked('no-production-token')
    const all = [...(await accountProbes(context, walk)), ...resourceProbes(context, walk)]
    const tokens = { production: await spareToken(context), sandbox: granted }
    for (const [environment, token] of Object.entries(tokens) as [keyof typeof tokens, string][])
      for (const { operation, options } of named(all, ...(environment === 'sandbox' ? ofProduction : operations))) {
        const json = operation === 'createOrder' ? { ...(options.json as object), ...unorderable } : options.json
        const answer = await client.call(operation, { ...options, json, token, environment })
        expect(rules.token[environment]).status(answer, 401)
        const reading = codeReading(answer)
        if (reading !== null) expect(rules.code).that(seen(answer, '/code'), isOther, not('token_expired'))
        if (reading !== null && reading !== 'token-expired')
          recordReading('auth.other-environment-token-code', reading, answer)
      }
    await expectUntouched(context, walk, rules.token.sandbox)
  },
})
