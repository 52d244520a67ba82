// Readings of how webhook deliveries are written: their headers, their signature and their JSON as text.
import { envelopeOf, type Delivery } from '../evidence/delivery.ts'
import { headerOf, textOf } from '../evidence/exchange.ts'
import { either, type DeliveryObserver } from './observer.ts'

/** The headers of the contract and those that HTTP itself calls for. */
const needed =
  /^(?:x-service-(?:event-id|event-type|signature)|user-agent|content-(?:type|length)|host|connection|keep-alive|transfer-encoding|date)$/i

/** What a tunnel or a proxy before the receiver adds. */
const added = /^(?:via|forwarded|x-forwarded-.*|x-real-ip|cdn-loop|cf-.*)$/i

const listedEnvelope = ['id', 'type', 'created_at', 'api_version', 'data', 'test']

/** One that holds under the secret in force, so that it is the service's own. */
const written = (reading: (delivery: Delivery) => string | null) => (delivery: Delivery) =>
  delivery.fault === null ? reading(delivery) : null

export const isSpecimen = (delivery: Delivery): boolean => {
  const { test, data } = envelopeOf(delivery)
  return test === true || String(data?.order_id ?? '').startsWith('ord_test_')
}

const withoutStrings = (text: string): string => text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')

const jsonText = ({ body }: Delivery): string | null => {
  const text = textOf(body)
  if (text === undefined) return null
  if (/\s/.test(withoutStrings(text.trim()))) return 'indented'
  if (/[^\p{ASCII}]/u.test(text)) return 'compact'
  return /(?<!\\)(?:\\\\)*\\u(?:00[89a-f]|0[1-9a-f]|[1-9a-f])/i.test(text) ? 'escaped' : null
}

export const deliveryObservers: readonly DeliveryObserver[] = [
  {
    freedom: 'delivery.content-type-parameter',
    delivered: written(({ headers }) => {
      const type = (headerOf(headers, 'content-type') ?? '').trim()
      if (/^application\/json\s*;\s*charset\s*=/i.test(type)) return 'with-charset'
      return /^application\/json$/i.test(type) ? 'without-charset' : null
    }),
  },
  {
    freedom: 'delivery.extra-headers',
    delivered: written(({ headers }) =>
      either(
        headers.every(([name]) => needed.test(name) || added.test(name)),
        'those-listed',
        'further-headers',
      ),
    ),
  },
  {
    freedom: 'delivery.header-letter-case',
    delivered: written(({ headers }) => {
      const name = headers.find(([given]) => given.toLowerCase() === 'x-service-signature')?.[0]
      if (name === 'X-Service-Signature') return 'as-listed'
      return name === 'x-service-signature' ? 'lower-case' : null
    }),
  },
  {
    freedom: 'delivery.hex-case',
    delivered: written(({ headers }) => {
      const hex = /\bv1=([0-9a-f]+)/i.exec(headerOf(headers, 'x-service-signature') ?? '')?.[1] ?? ''
      const [lower, upper] = [/[a-f]/.test(hex), /[A-F]/.test(hex)]
      return lower === upper ? null : either(lower, 'lower-case', 'upper-case')
    }),
  },
  { freedom: 'delivery.json-text', delivered: written(jsonText) },
  {
    freedom: 'events.extra-envelope-fields',
    delivered: written((delivery) =>
      either(
        Object.keys(envelopeOf(delivery)).every((key) => listedEnvelope.includes(key)),
        'those-listed',
        'further-fields',
      ),
    ),
  },
  {
    freedom: 'events.test-flag',
    delivered: written((delivery) => {
      if (isSpecimen(delivery)) return null
      const { test } = envelopeOf(delivery)
      return test === undefined ? 'absent' : test === false ? 'false-value' : null
    }),
  },
]
