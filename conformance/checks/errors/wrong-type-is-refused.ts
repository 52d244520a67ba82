// A field of the wrong JSON type, however odd, is refused with 400 or 422 and never makes the service fail.
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { accountProbes, named, resourceProbes } from '../../scenarios/probes.ts'
import { expectUntouched } from '../../scenarios/untouched.ts'
import type { CallOptions } from '../../sut/call.ts'
import { check } from '../../kit/check.ts'

const rule = 'errors.wrong-type-is-400-or-422'

const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`

type Body = Record<string, unknown>

/** Each violation alone, on a body that is sound apart from it. */
const violations: [operation: string, spoil: (body: Body) => unknown][] = [
  ['createRevisionRequest', (body) => ({ ...body, kind: ['correction'] })],
  ['createRevisionRequest', ({ reason, ...body }) => ({ ...body, reason: { text: reason } })],
  ['sendMessage', (body) => ({ ...body, document_ids: 'doc_1' })],
  ['sendMessage', ({ body: text, ...body }) => ({ ...body, body: [text] })],
  ['setWebhook', (body) => ({ ...body, enabled: 'yes' })],
  ['setWebhook', (body) => ({ ...body, events: ['order.created', 7] })],
  ['testWebhook', () => ({ type: 7 })],
  ['advanceOrder', (body) => ({ to_status: { code: body['to_status'] } })],
]

export default check({
  id: 'errors.wrong-type-is-refused',
  verifies: [rule],
  needs: ['orders'],
  async run(context) {
    const { client, expect, marker, shared } = context
    const walk = await shared(grandWalk)
    const all = [...(await accountProbes(context, walk)), ...resourceProbes(context, walk)]
    const send = async (operation: string, change: (options: CallOptions) => CallOptions): Promise<void> => {
      for (const probe of named(all, operation))
        expect(rule).status(await client.call(operation, change(probe.options)), 400, 422)
    }
    for (const [operation, spoil] of violations)
      await send(operation, (options) => ({
        ...options,
        json: spoil(options.json as Body),
      }))
    await send('createOrder', ({ json }) => ({
      body: JSON.stringify({ ...(json as Body), order_type_code: 'deep' }).replace('"deep"', deep),
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': marker() },
    }))
    await expectUntouched(context, walk, rule)
  },
})
