// A value together with where it was seen: what assertions are made about, so that evidence is given once.
import type { Failure } from '../../reports/failure-kinds.ts'
import { envelopeOf, type Delivery } from './delivery.ts'
import { signatureKey, signatureShown } from './signature-fault.ts'
import { headerOf, jsonOf, type Answered } from './exchange.ts'

export type Seen = {
  value: unknown
  pointer?: string
  requests: string[]
  /** Where value and pointer do not say what kind of failure another value is. */
  failure?: Partial<Failure>
}

const unescape = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** The value at a JSON pointer, or undefined where there is none. */
export const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (inner, part) =>
        typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[unescape(part)] : undefined,
      value,
    )

/** What an answer has at a JSON pointer of its body; the whole body for ''. */
export const seen = (answer: Answered, pointer = ''): Seen => ({
  value: valueAt(jsonOf(answer.response.body), pointer),
  pointer,
  requests: [answer.id],
})

export const seenHeader = (answer: Answered, name: string): Seen => ({
  value: headerOf(answer.response.headers, name),
  pointer: `header:${name}`,
  requests: [answer.id],
})

export const seenStatus = (answer: Answered): Seen => ({
  value: answer.response.status,
  pointer: 'status',
  requests: [answer.id],
})

export const seenDelivery = (delivery: Delivery, pointer: string): Seen => ({
  value: valueAt(envelopeOf(delivery), pointer),
  pointer,
  requests: [delivery.id],
})

/** What was signed, in the words of `rightSignature`. */
export const seenSignature = ({ id, fault, mistake }: Delivery): Seen => ({
  value: signatureShown(fault, mistake),
  pointer: 'header:X-Service-Signature',
  requests: [id],
  failure: { kind: 'bad_signature', key: signatureKey(fault, mistake) },
})

/** A field of the first entry of a list that is meant, such as `/data/2/body`; `others` are answers that it is compared with. */
export const seenInEntry = (
  list: Answered,
  { at = '/data', isIt, field }: { at?: string; isIt: (entry: Record<string, unknown>) => boolean; field: string },
  ...others: { id: string }[]
): Seen => {
  const entries = valueAt(jsonOf(list.response.body), at)
  const index = Array.isArray(entries)
    ? entries.findIndex((one) => typeof one === 'object' && one !== null && isIt(one as Record<string, unknown>))
    : -1
  const found = seen(list, `${at}/${index}/${field}`)
  return { ...found, requests: [...found.requests, ...others.map(({ id }) => id)] }
}

/** A value worked out from several answers. */
export const computedFrom = (value: unknown, ...answers: { id: string }[]): Seen => ({
  value,
  requests: answers.map(({ id }) => id),
})
