// A token that was never issued, a token under another scheme and a token in the query string are all refused with 401.
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { spareToken } from '../../scenarios/main-tokens.ts'
import { codeReading } from '../../steps/code-reading.ts'
import { accountProbes, named, resourceProbes } from '../../scenarios/probes.ts'
import { expectUntouched } from '../../scenarios/untouched.ts'
import type { CallOptions } from '../../sut/call.ts'
import { alteredToken } from '../../steps/altered-token.ts'
import { check } from '../../kit/check.ts'

const unknown = 'auth.unknown-token-is-refused'
const scheme = 'auth.other-scheme-is-no-token'
const query = 'auth.token-in-a-query-string-is-no-token'

export default check({
  id: 'auth.made-up-token-is-refused',
  verifies: [unknown, scheme, query],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { client, expect, environment, recordReading } = context
    const { client_id, client_secret } = context.secretOf('main')
    const walk = await context.shared(grandWalk)
    const token = await spareToken(context)
    const all = [...(await accountProbes(context, walk)), ...resourceProbes(context, walk)]
    const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')

    const ways: [rule: string, operations: string[], change: (options: CallOptions) => CallOptions][] = [
      [
        unknown,
        ['getAccount', 'getOrder', 'createOrder'],
        (options) => ({ ...options, token: 'a-token-nobody-issued-0123456789' }),
      ],
      // What begins with a token is none.
      [unknown, ['getDocument'], (options) => ({ ...options, token: `${token}.longer` })],
      [unknown, ['getAccount'], (options) => ({ ...options, token: alteredToken(token) })],
      [
        scheme,
        ['getAccount', 'amendOrder'],
        (options) => ({ ...options, headers: { ...options.headers, Authorization: `Basic ${basic}` }, token: null }),
      ],
      [
        scheme,
        ['getAccount'],
        (options) => ({ ...options, headers: { ...options.headers, Authorization: `Token ${token}` }, token: null }),
      ],
      [
        query,
        ['getAccount', 'sendMessage'],
        (options) => ({ ...options, query: { ...options.query, access_token: token }, token: null }),
      ],
    ]
    for (const [rule, operations, change] of ways)
      for (const { operation, options } of named(all, ...operations)) {
        const answer = await client.call(operation, { ...change(options), environment })
        expect(rule).status(answer, 401)
        const reading = rule === unknown ? codeReading(answer) : null
        if (reading !== null) recordReading('auth.garbage-token-code', reading, answer)
      }
    await expectUntouched(context, walk, [unknown, scheme, query])
  },
})
