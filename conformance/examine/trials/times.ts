// The time of a signature against the receiver's clock: five minutes are tolerated, more are not, and created_at plays no part.
import { limits, retrySchedule } from '../../contract/limits.ts'
import { each, type Bench, type Examination } from '../examination.ts'
import { timestamp } from '../parcel.ts'

const stale = 'delivery.receiver-rejects-a-stale-t'

/** Seconds on either side of the limit that clocks and networks may take. */
const margin = 60

const at = (bench: Bench, what: string, seconds: number) =>
  bench.parcel(what, bench.event(bench.prefer('order.on_hold')), {
    t: Math.floor(bench.receiverNow() / 1000) + seconds,
  })

export const times: Examination[] = [
  {
    id: 'receiver.tolerated-t',
    rule: 'delivery.receiver-tolerates-five-minutes',
    expects: 'taken',
    steps: (bench) => {
      const tolerated = limits().signature_tolerance_seconds - margin
      return each([
        at(bench, `whose t is ${tolerated} s old`, -tolerated),
        at(bench, `whose t is ${tolerated} s in the future`, tolerated),
      ])
    },
  },
  {
    id: 'receiver.stale-t',
    rule: stale,
    expects: 'refused',
    anyRefusal: true,
    steps: (bench) => {
      const beyond = limits().signature_tolerance_seconds + margin
      return each([
        at(bench, `whose t is ${beyond} s old`, -beyond),
        at(bench, 'whose t is a day old', -86_400),
        bench.parcel('whose t is 0', bench.event(bench.prefer('order.on_hold')), { t: 0 }),
      ])
    },
  },
  {
    id: 'receiver.future-t',
    rule: stale,
    expects: 'refused',
    anyRefusal: true,
    steps: (bench) => {
      const beyond = limits().signature_tolerance_seconds + margin
      return each([
        at(bench, `whose t is ${beyond} s in the future`, beyond),
        bench.parcel('whose t is in milliseconds', bench.event(bench.prefer('order.on_hold')), {
          t: Math.floor(bench.receiverNow()),
        }),
      ])
    },
  },
  {
    id: 'receiver.late-retry',
    rule: 'delivery.receiver-checks-t-and-not-created-at',
    expects: 'taken',
    steps: (bench) => {
      const { delays } = retrySchedule()
      const ages = [delays[0]! + delays[1]!, delays.reduce((sum, delay) => sum + delay, 0)]
      return each(
        ages.map((age) => {
          const event = bench.event(bench.prefer('order.on_hold'))
          const created = { ...event, created_at: timestamp(bench.now() - age * 1000) }
          return bench.parcel(`that was raised ${Math.round(age / 60)} minutes ago, with a fresh t`, created)
        }),
      )
    },
  },
]
