// No reading brings a check to an error of ours, or stops it before it has compared: each is taken, beside others of other freedoms.
// `npm run soundness -- --readings grouped` halves a group that fails until it names the reading.
// Silent for up to 300 s.
import t from 'tap'
import { fromPairs, inGroups, others } from '../../proof/soundness/reading-groups.ts'
import { sampled } from '../sampled.ts'
import { expectSound, judgeMix } from '../soundness.ts'

/** Readings that stop a check, by how they begin, and the words of the reason. */
const permitted: [reading: string, reason: RegExp][] = [
  ['amend.field-names=', /(?:other field names|another field name) for|may use other field names/],
  ['sandbox.data-lifetime=cleared-at-times', /getOrder .* 404 not_found/],
  // A run waits some seconds for a delivery; what was to be refused or answered late comes when it waits no longer.
  [
    'delivery.first-attempt-delay=within-a-minute',
    /was not delivered$|^inconclusive: no (?:delivery was left|event was delivered a second time|second attempt came)|no attempt at the receiver/,
  ],
  // What is on hold is not cancelled by this company, and nothing else shows the reason of the hold.
  ['lifecycle.company-cancel-scope=working-only', /POST \/orders\/\S+\/cancel \(409\)/],
]

for (const group of sampled(inGroups(others), 1))
  t.test(`${group[0]} and ${group.length - 1} more`, async (t) => {
    const judged = await judgeMix({ readings: fromPairs(group) })
    t.comment(`${judged.cpuMs / 1000} s of CPU`)
    expectSound(t, judged, [])
    const stopped = Object.entries(judged.open).filter(
      ([why]) =>
        why.startsWith('inconclusive: ') &&
        !permitted.some(([reading, reason]) => reason.test(why) && group.some((one) => one.startsWith(reading))),
    )
    t.same(stopped, [], 'no check stopped')
  })
