// The body bytes as they arrived: the same meaning in other bytes has another signature.
import { signatureOf } from '../../receiver/signature.ts'
import { each, type Examination } from '../examination.ts'
import { writings } from '../writings.ts'

const rawBytes = 'delivery.receiver-does-not-reserialise'
const verifies = 'delivery.receiver-verifies-the-raw-bytes'

/** With letters outside ASCII and slashes, so that each writing differs. */
const accented = 'Señor Łukasz – 東京 / “key 4”'

export const rawBytesExaminations: Examination[] = [
  {
    id: 'receiver.other-writing',
    rule: rawBytes,
    expects: 'taken',
    steps: (bench) =>
      each(
        writings.map(({ what, write }) => {
          const event = bench.event(bench.prefer('order.on_hold'), { reason: accented })
          return bench.parcel(what, event, { text: write(event) })
        }),
      ),
  },
  {
    id: 'receiver.rewritten-body',
    rule: rawBytes,
    expects: 'refused',
    lacks: (bench) => (bench.failed(verifies) ? 'signatures-not-verified' : null),
    steps: (bench) =>
      each(
        writings.map(({ what, write }) => {
          const event = bench.event(bench.prefer('order.on_hold'), { reason: accented })
          const before = bench.write(event)
          const t = Math.floor(bench.receiverNow() / 1000)
          const signature = `t=${t},v1=${signatureOf(bench.secret, String(t), Buffer.from(before))}`
          const after = write(event) === before ? ` ${before}` : write(event)
          return bench.parcel(`that was written again ${what} after it was signed`, event, { text: after, signature })
        }),
      ),
  },
]
