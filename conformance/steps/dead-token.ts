// Operations that must refuse an invalid token: a few, each of its own kind.
import type { CheckContext } from '../kit/context.ts'
import { seen } from '../evidence/seen.ts'
import type { Answered } from '../evidence/exchange.ts'
import type { CallOptions } from '../sut/call.ts'

const calls: [operationId: string, options: CallOptions][] = [
  ['getAccount', {}],
  ['listOrders', { query: { per_page: 1 } }],
  ['getWebhook', {}],
]

/** At most N calls, each refused with 401 and one of the codes; gives the answers. */
export const expectDead = async (
  { client, expect, environment }: CheckContext,
  token: string,
  rules: { status: string; code: string },
  codes: readonly string[],
  most = calls.length,
): Promise<Answered[]> => {
  const answers: Answered[] = []
  for (const [operationId, options] of calls.slice(0, most)) {
    const answer = await client.call(operationId, { ...options, token, environment })
    expect(rules.status).status(answer, 401)
    if (answer.response.status === 401) expect(rules.code).oneOf(seen(answer, '/code'), codes)
    answers.push(answer)
  }
  return answers
}
