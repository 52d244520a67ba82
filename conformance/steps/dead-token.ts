// Operations that must refuse an invalid token: a few of the harmless ones, other ones in each check, and one with a body.
import type { CheckContext } from '../kit/context.ts'
import { seen } from '../evidence/seen.ts'
import type { Answered } from '../evidence/exchange.ts'
import type { CallOptions } from '../sut/call.ts'

const optionsOf = {
  getAccount: {},
  getWebhook: {},
  listEvents: { query: { per_page: 1 } },
  listOrders: { query: { per_page: 1 } },
  listOrderTypes: { query: { per_page: 1 } },
  testWebhook: { json: { type: 'order.created' } },
} satisfies Record<string, CallOptions>

type Dead = { status: string; code: string }

/** Refused with 401 and one of the codes. */
export const compareDead = (
  { expect }: Pick<CheckContext, 'expect'>,
  answer: Answered,
  rules: Dead,
  codes: readonly string[],
): void => {
  expect(rules.status).status(answer, 401)
  if (answer.response.status === 401) expect(rules.code).oneOf(seen(answer, '/code'), codes)
}

/** The calls, each refused with 401 and one of the codes; gives the answers. */
export const expectDead = async (
  context: CheckContext,
  token: string,
  rules: Dead,
  codes: readonly string[],
  operations: readonly (keyof typeof optionsOf)[],
): Promise<Answered[]> => {
  const { client, environment } = context
  const answers: Answered[] = []
  for (const operationId of operations) {
    const answer = await client.call(operationId, { ...optionsOf[operationId], token, environment })
    compareDead(context, answer, rules, codes)
    answers.push(answer)
  }
  return answers
}
