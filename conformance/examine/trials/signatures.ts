// Deliveries that nobody with the secret sent: signed with another key, altered on the way, or not signed at all.
import { createHash } from 'node:crypto'
import { signatureOf } from '../../receiver/signature.ts'
import { each, otherSecret, refuses401, single, type Bench, type Examination } from '../examination.ts'
import { specimenOf, type EventBody } from '../parcel.ts'

const verifies = 'delivery.receiver-verifies-the-raw-bytes'
const rawBytes = 'delivery.receiver-does-not-reserialise'

const nested = `${'['.repeat(5_000)}${']'.repeat(5_000)}`

/** No UTF-8 in any reading: a form, an image or a scanner's probe. */
const noText = Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc0, 0x0a])

const bytes = (text: string): Uint8Array => Buffer.from(text)

/** The event as sent, and the parts of its signature. */
const signed = (bench: Bench) => {
  const event = bench.event(bench.prefer('order.on_hold'))
  const text = bench.write(event)
  const t = Math.floor(bench.receiverNow() / 1000)
  return { event, text, t, v1: signatureOf(bench.secret, String(t), bytes(text)) }
}

const withSignature = (bench: Bench, what: string, header: (of: ReturnType<typeof signed>) => string | null) => {
  const parts = signed(bench)
  return bench.parcel(what, parts.event, { text: parts.text, t: parts.t, signature: header(parts) })
}

const other = (event: EventBody): EventBody => ({ ...event, data: { ...event.data, order_number: 'ALTERED-1' } })

/** What anybody may send to the address. It comes last: a receiver that ends on it answers nothing any more. */
export const strangers: Examination[] = [
  {
    id: 'receiver.unsigned-body-that-is-no-json',
    rule: verifies,
    expects: 'refused',
    // It is no delivery, which has an event: a parser may refuse it before anybody looks for a signature.
    anyRefusal: true,
    // One that verifies nothing, or other bytes, reads every body.
    lacks: (bench) => (bench.failed(verifies) || bench.failed(rawBytes) ? 'signatures-not-verified' : null),
    steps: (bench) => {
      const { event, t, v1 } = signed(bench)
      const zeros = `t=${t},v1=${'0'.repeat(v1.length)}`
      return each([
        bench.parcel('that has no signature and is no JSON', event, { text: 'no event', signature: null }),
        bench.parcel('that has a wrong signature and is no JSON', event, { text: 'no event', signature: zeros }),
        bench.parcel('that has no signature and no body', event, { text: '', signature: null }),
        bench.parcel('that has no signature and is null', event, { text: 'null', signature: null }),
        bench.parcel('that has no signature and is a list of lists, 5,000 deep', event, {
          text: nested,
          signature: null,
        }),
        bench.parcel('that has no signature and bytes that are no text', event, { bytes: noText, signature: null }),
      ])
    },
  },
  {
    id: 'receiver.unsigned-body-without-data',
    rule: verifies,
    expects: 'refused',
    lacks: (bench) => (bench.failed(verifies) || bench.failed(rawBytes) ? 'signatures-not-verified' : null),
    steps: (bench) => {
      const event = bench.event(bench.prefer('order.on_hold'))
      const text = JSON.stringify({ ...event, data: null })
      return single(bench.parcel('that has no signature and has null as its data', event, { text, signature: null }))
    },
  },
]

export const signatures: Examination[] = [
  {
    id: 'receiver.wrong-signature',
    rule: verifies,
    expects: 'refused',
    effect: { rule: verifies, of: 'none', what: 'after deliveries with a wrong signature' },
    steps: (bench) =>
      each([
        bench.parcel('signed with another secret', bench.event(bench.prefer('order.on_hold')), { secret: otherSecret }),
        bench.parcel('signed with an empty secret', bench.event(bench.prefer('order.on_hold')), { secret: '' }),
        bench.parcel(
          'that is a specimen signed with another secret',
          specimenOf(bench.event(bench.prefer('order.on_hold'))),
          { secret: otherSecret },
        ),
        withSignature(bench, 'with a signature of zeros', ({ t, v1 }) => `t=${t},v1=${'0'.repeat(v1.length)}`),
        withSignature(bench, 'with a wrong last digit in its signature', ({ t, v1 }) => {
          return `t=${t},v1=${v1.slice(0, -1)}${v1.endsWith('0') ? '1' : '0'}`
        }),
        withSignature(bench, 'signed without t', ({ t, text }) => {
          const alone = signatureOf(bench.secret, '', bytes(text))
          return `t=${t},v1=${alone}`
        }),
        withSignature(bench, 'with a hash that needs no secret', ({ t, text }) => {
          return `t=${t},v1=${createHash('sha256').update(`${t}.${text}`).digest('hex')}`
        }),
      ]),
  },
  {
    id: 'receiver.altered-body',
    rule: verifies,
    expects: 'refused',
    steps: (bench) => {
      const { event, t, v1 } = signed(bench)
      const text = bench.write(other(event))
      return single(
        bench.parcel('whose body was altered after it was signed', event, { text, signature: `t=${t},v1=${v1}` }),
      )
    },
  },
  {
    id: 'receiver.altered-t',
    rule: verifies,
    expects: 'refused',
    steps: (bench) =>
      single(withSignature(bench, 'whose t was altered after it was signed', ({ t, v1 }) => `t=${t + 1},v1=${v1}`)),
  },
  {
    id: 'receiver.signature-of-another-event',
    rule: verifies,
    expects: 'refused',
    steps: (bench) => {
      const { t, v1 } = signed(bench)
      const event = bench.event(bench.prefer('order.cancelled'))
      return single(bench.parcel('with the signature of another event', event, { signature: `t=${t},v1=${v1}` }))
    },
  },
  {
    id: 'receiver.no-signature',
    rule: verifies,
    expects: 'refused',
    steps: (bench) =>
      each([
        withSignature(bench, 'without X-Service-Signature', () => null),
        withSignature(bench, 'with an empty X-Service-Signature', () => ''),
        withSignature(bench, 'without v1', ({ t }) => `t=${t}`),
        withSignature(bench, 'with an empty v1', ({ t }) => `t=${t},v1=`),
        withSignature(bench, 'with half a signature', ({ t, v1 }) => `t=${t},v1=${v1.slice(0, v1.length / 2)}`),
        withSignature(bench, 'with a signature that is no hex', ({ t, v1 }) => `t=${t},v1=g${v1.slice(1)}`),
        withSignature(bench, 'without t', ({ v1 }) => `v1=${v1}`),
        withSignature(bench, 'with another scheme alone', ({ t, v1 }) => `t=${t},v0=${v1}`),
      ]),
  },
  {
    id: 'receiver.previous-secret',
    rule: refuses401,
    expects: 'refused',
    // A delivery signed just before a rotation may arrive after it, and the contract leaves its answer open.
    mayTake: true,
    lacks: ({ previousSecret }) => (previousSecret === undefined ? 'no-previous-secret' : null),
    steps: (bench) =>
      single(
        bench.parcel('signed with the secret before the rotation', bench.event(bench.prefer('order.on_hold')), {
          secret: bench.previousSecret!,
        }),
      ),
  },
]
