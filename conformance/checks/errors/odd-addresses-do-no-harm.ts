// Ids that no resource has, methods and addresses beside those of the contract, and headers that say something odd make nothing fail.
import { oddTexts, type OddText } from '../../generate/odd-texts.ts'
import { grandWalk } from '../../scenarios/grand-walk.ts'
import { spareToken } from '../../scenarios/main-tokens.ts'
import { resourceProbesAt } from '../../scenarios/probes.ts'
import { askAll, askOddly, drawn, unforeseen, unusable, type Oddity } from '../../steps/ask-oddly.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { unknownLike } from '../../steps/unknown-id.ts'
import type { CheckContext } from '../../kit/context.ts'
import { check } from '../../kit/check.ts'

/** Of the other operations some. */
const always = new Set(['getOrder', 'getDocument', 'holdOrder'])

const malformedId = 'actions.malformed-id'

/** Each operation on a resource, with an id that none could have. */
const atId = (context: CheckContext, text: OddText): Oddity[] => {
  const id = oddTexts[text]
  const aims = { fresh: id, held: id, corrected: id, document: id, move: 'appraiser_assigned' }
  return resourceProbesAt(context, aims).map((probe) => ({
    ...probe,
    what: `an id that is ${text}`,
    rule: unusable,
    // A write may look at its order, or at who may act, in another turn.
    ...(text === 'malformed' && probe.operation === 'getOrder' && { freedom: malformedId }),
  }))
}

const correlation = '0f8fad5b-d9cb-469f-a165-70867728950e'

const beside = (token: string, order_id: string): Oddity[] => [
  {
    what: 'an id that is malformed, and a correlation id of the caller',
    rule: unusable,
    operation: 'getOrder',
    options: {
      params: { order_id: oddTexts.malformed },
      headers: { 'X-Correlation-Id': correlation, 'X-Request-Id': correlation },
    },
  },
  {
    what: 'HEAD',
    rule: unforeseen,
    operation: 'getAccount',
    options: { unlisted: { method: 'HEAD' } },
    freedom: 'transport.head-requests',
    taken: 'like-get',
  },
  {
    what: 'OPTIONS without a token',
    rule: unforeseen,
    operation: 'getAccount',
    options: { token: null, unlisted: { method: 'OPTIONS' } },
    freedom: 'transport.options-requests',
    taken: ({ response }) => `status-${response.status}`,
  },
  {
    what: 'a slash at the end',
    rule: unforeseen,
    operation: 'getAccount',
    options: { unlisted: { address: (url) => `${url}/` } },
    freedom: 'transport.trailing-slash',
    taken: 'same-operation',
  },
  {
    what: 'bytes in an id that are no UTF-8',
    rule: unforeseen,
    operation: 'getOrder',
    options: { params: { order_id }, unlisted: { address: (url) => `${url}%FF` } },
  },
  {
    what: 'an Accept that excludes JSON',
    rule: unforeseen,
    operation: 'getOrder',
    options: { params: { order_id }, headers: { Accept: 'text/html' } },
    freedom: 'conventions.accept-header',
    taken: 'ignored',
  },
  {
    what: 'Bearer in lower case',
    rule: unforeseen,
    operation: 'getAccount',
    options: { token: null, headers: { Authorization: `bearer ${token}` } },
    freedom: 'auth.scheme-case',
    taken: 'any-case',
    refused: 'exact-case',
  },
  {
    what: 'an address of 20,000 letters',
    rule: unforeseen,
    operation: 'getWebhook',
    options: { unlisted: { address: (url) => `${url}?x=${'y'.repeat(20_000)}` } },
    freedom: 'limits.long-addresses',
  },
]

/** Requests with two faults, of which one is looked at first. */
const precedences = async (context: CheckContext, fresh: string): Promise<void> => {
  const params = { order_id: unknownLike(fresh) }
  const unread = await askOddly(context, {
    what: 'no such order, and an empty body',
    rule: unusable,
    operation: 'sendMessage',
    options: { params, json: {} },
  })
  const malformed = await askOddly(context, {
    what: 'no such order, and malformed JSON',
    rule: unusable,
    operation: 'sendMessage',
    options: { params, body: '{"recipient":', headers: { 'Content-Type': 'application/json' } },
  })
  const [first, second] = [unread, malformed].map(({ response }) => response.status)
  // Where the two differ, either freedom may be the reason.
  if (first === 404 && second === 404) {
    context.recordReading('actions.unknown-order-precedence', 'status-404', unread, malformed)
    context.recordReading('errors.malformed-json-precedence', 'address-first', malformed)
  } else if (first === 422) context.recordReading('actions.unknown-order-precedence', 'status-422', unread)
  const forbidden = await askOddly(context, {
    what: 'a body that no status of the order would take, and that is unusable',
    rule: unusable,
    operation: 'createRevisionRequest',
    options: { params: { order_id: fresh }, json: { kind: 'Correction?' } },
  })
  const { status } = forbidden.response
  const isOfStatus = status === 409 && fieldAt(forbidden, '/current_status') !== undefined
  if (isOfStatus || status === 422 || status === 400)
    context.recordReading('actions.state-precedence', isOfStatus ? 'state-first' : 'validation-first', forbidden)
  await askOddly(context, {
    what: 'no token, and another content type',
    rule: unusable,
    operation: 'createOrder',
    options: { token: null, body: 'order', headers: { 'Content-Type': 'text/plain' } },
    freedom: 'auth.unsupported-media-precedence',
  })
}

export default check({
  id: 'errors.odd-addresses-do-no-harm',
  verifies: [unusable, unforeseen],
  needs: ['orders'],
  async run(context) {
    const { recordReading, shared } = context
    const { orders } = await shared(grandWalk)
    const malformed = atId(context, 'malformed')
    await askAll(context, [
      ...malformed.filter(({ operation }) => always.has(operation)),
      ...drawn(
        context,
        malformed.filter(({ operation }) => !always.has(operation)),
        1,
      ),
    ])
    const others = (Object.keys(oddTexts) as OddText[]).filter((text) => text !== 'malformed')
    const reads = (text: OddText) => atId(context, text).filter(({ operation }) => /^(get|list)/.test(operation))
    for (const text of drawn(context, others, 1)) await askAll(context, drawn(context, reads(text), 1))
    for (const oddity of beside(await spareToken(context), orders.fresh)) {
      const answer = await askOddly(context, oddity)
      if (oddity.freedom === 'limits.long-addresses' && [414, 431].includes(answer.response.status))
        recordReading('limits.long-addresses', 'status-414-or-431', answer)
      if (oddity.freedom === 'auth.scheme-case' && answer.response.status === 401)
        recordReading('auth.scheme-case', 'exact-case', answer)
      const shown = fieldAt(answer, '/correlation_id')
      if (!succeeded(answer) && typeof shown === 'string' && oddity.options.headers?.['X-Correlation-Id'])
        recordReading('errors.correlation-id-source', shown === correlation ? 'taken-over' : 'own-id', answer)
    }
    await precedences(context, orders.fresh)
  },
})
