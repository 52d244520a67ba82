// A correction that is accepted and then answered raises an event for each.
import { atLeast } from '../../evidence/expected.ts'
import { companyEvents } from '../../scenarios/company-events.ts'
import { derived } from '../../evidence/seen.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rules = [
  'events.revision-responded-is-raised-by-an-acceptance',
  'events.revision-responded-is-raised-by-an-answer',
]
const names = ['correction accepted', 'correction answered']

export default check({
  id: 'events.answered-correction-raises-more-than-its-acceptance',
  verifies: rules,
  needs: ['orders', 'control'],
  async run({ expect, shared }) {
    const { happenings, events } = await shared(companyEvents)
    const [accepted, answered] = names.map((name) => happenings.find((one) => one.name === name))
    const stopped = accepted?.stopped ?? answered?.stopped
    if (stopped || !accepted || !answered) throw stopped ?? blocked('correction-not-answered')
    const raised = (events.get(answered.orderId) ?? []).filter(
      ({ type, data }) => type === answered.wanted.type && (answered.wanted.fits?.(data) ?? false),
    )
    expect(rules).that(
      derived(raised.length, ...raised.map(({ source }) => ({ id: source }))),
      () => raised.length >= 2,
      atLeast(2),
    )
  },
})
