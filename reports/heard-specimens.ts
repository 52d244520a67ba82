// A finding about what tests of the webhook sent, as one about what a script's own receiver hears of them: whether, how often, and at which address.
import { hearing, isOfMain, isPlacing, specimen, type HeardFinding } from './hearing.ts'
import { hookOf, urlIn } from './hooks.ts'
import type { Finding, RecordedDelivery, RecordedExchange } from './run-record.ts'
import { textOf } from './texts.ts'

export const isTest = ({ operation, response }: RecordedExchange): boolean =>
  operation === 'testWebhook' && response?.status === 200

export const specimensAt = (place: string): string => `list:/data/type=${specimen}/${place}`

/**
 * A test of the webhook after which nothing came, while an order's event does: else nothing shows that the receiver can be reached. It is sent
 * twice, as there may have been others before it.
 */
export const bySilence = (finding: Finding, exchanges: readonly RecordedExchange[]): HeardFinding | null => {
  const test = exchanges.find((one) => isTest(one) && isOfMain(one) && finding.requests.at(-1) === one.id)
  if (finding.received !== 'never delivered' || test === undefined) return null
  const { request, response } = test
  const again = { ...test, id: `${test.id} again`, request, response }
  const read = hearing(`${test.id} heard`, finding.check, `${specimen}//2`, [])
  const order = exchanges.findLast(isPlacing)
  const requests = [...(order ? [order.id] : []), test.id, again.id, read.id]
  return {
    finding: { ...finding, pointer: null, expected: 'two specimens', received: [], requests },
    read,
    steps: [test, again],
    asked: { at: specimensAt('type'), form: 'at least times', values: [specimen, '2'] },
  }
}

/** More specimens came than were asked for. */
export const bySurplus = (finding: Finding, exchanges: readonly RecordedExchange[]): HeardFinding | null => {
  const { rule, expected, received, requests } = finding
  const test = exchanges.findLast((one) => isTest(one) && isOfMain(one) && requests.includes(one.id))
  const isMore = Array.isArray(expected) && Array.isArray(received) && received.length > expected.length
  if (rule !== 'webhooks.test-sends-one-event' || !isMore || test === undefined) return null
  const read = hearing(`${test.id} heard`, finding.check, `${specimen}//2`, [])
  return {
    finding: { ...finding, pointer: null, expected: 'one specimen', received: [], requests: [test.id, read.id] },
    read,
    steps: [test],
    asked: { at: specimensAt('body/id'), form: 'alike', values: ['1'] },
  }
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** A specimen came to another address than that which was set. */
export const byAddress = (
  finding: Finding,
  exchanges: readonly RecordedExchange[],
  deliveries: readonly RecordedDelivery[],
): HeardFinding | null => {
  const { rule, received, requests } = finding
  const delivery = deliveries.find(({ id, path }) => requests.includes(id) && path === received)
  const at = exchanges.findIndex((one) => isTest(one) && requests.includes(one.id))
  const test = exchanges[at]
  if (rule !== 'delivery.only-the-configured-endpoint-is-called' || !delivery || !test) return null
  const settings = exchanges
    .slice(0, at)
    .filter((one) => one.operation === 'setWebhook' && one.role === test.role && one.environment === test.environment)
  const url = settings.map(urlIn).findLast((one) => one !== undefined)
  const ending = url?.slice(hookOf(url).length)
  if (ending === undefined || ending === '') return null
  const { role, environment } = test
  const read = { ...hearing(`${test.id} heard`, finding.check, specimen, []), role, environment }
  return {
    finding: {
      ...finding,
      pointer: null,
      expected: `an address that ends with ${ending}`,
      received: textOf(received),
      requests: [test.id, read.id],
    },
    read,
    settings: settings.map(({ id }) => id),
    steps: [test],
    asked: { at: `/data/type=${specimen}/path`, form: 'matches', values: [`${escaped(ending)}$`, ''] },
  }
}
