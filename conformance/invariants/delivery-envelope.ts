// Every delivered event has the envelope of the contract, and only a specimen says that it is a test.
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { absent, matching, not, oneOf, startsWith } from '../evidence/expected.ts'
import type { DeliveryInvariant } from './invariant.ts'

const version = 'delivery.envelope-has-api-version'
const notTest = 'delivery.test-is-not-true-on-a-real-event'
const synthetic = ['delivery.specimen-order-id-is-synthetic', 'delivery.no-real-order-id-looks-synthetic']

const judgeTest = (delivery: Delivery): Assertion[] => {
  const { test, data } = envelopeOf(delivery)
  const order = data?.order_id
  if (typeof order !== 'string') return []
  const looksSynthetic = order.startsWith('ord_test_')
  return test === true
    ? assertion(synthetic[0]!, looksSynthetic, startsWith('ord_test_'), order, '/data/order_id')
    : [
        ...assertion(notTest, test === undefined || test === false, oneOf([absent, false]), test, '/test'),
        ...assertion(synthetic[1]!, !looksSynthetic, not(startsWith('ord_test_')), order, '/data/order_id'),
      ]
}

const assert = (delivery: Delivery): Assertion[] => {
  const { api_version } = envelopeOf(delivery)
  return [
    ...(typeof api_version === 'string'
      ? assertion(version, /^1\.\d+\.\d+$/.test(api_version), matching(/^1\.\d+\.\d+$/), api_version, '/api_version')
      : []),
    ...judgeTest(delivery),
  ]
}

export const deliveryEnvelope: DeliveryInvariant = {
  id: 'invariant.delivery-envelope',
  rules: [version, notTest, ...synthetic],
  assert,
}
