// A correction that is accepted and then answered raises an event for each, and what was written is in one of them.
import { atLeast, includes, not } from '../../evidence/expected.ts'
import { answers, companyEvents } from '../../scenarios/company-events.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const rules = [
  'events.revision-responded-is-raised-by-an-acceptance',
  'events.revision-responded-is-raised-by-an-answer',
]
const hasResponse = 'events.revision-responded-has-response'
const names = ['correction accepted', 'correction answered']

export default check({
  id: 'events.answered-correction-raises-more-than-its-acceptance',
  verifies: [...rules, hasResponse],
  needs: ['orders', 'control'],
  async run({ expect, shared }) {
    const { companyActions, events } = await shared(companyEvents)
    const [accepted, answered] = names.map((name) => companyActions.find((one) => one.name === name))
    const stopped = accepted?.stopped ?? answered?.stopped
    if (stopped || !accepted || !answered) throw stopped ?? blocked('correction-not-answered')
    const raised = (events.get(answered.orderId) ?? []).filter(
      (event) => event.type === answered.wanted.type && (answered.wanted.fits?.(event.data, event) ?? false),
    )
    const sources = raised.map(({ source }) => ({ id: source }))
    expect(rules).that(computedFrom(raised.length, ...sources), () => raised.length >= 2, atLeast(2))
    const responses = raised.map(({ data }) => data['response'])
    // How a response shows what was written is open; that of the acceptance is not the answer's.
    const showing = (words: string): number =>
      responses.filter((response) => JSON.stringify(response ?? null).includes(words)).length
    if (showing(answers.accepted) > 1)
      expect(hasResponse).that(
        computedFrom(responses, ...sources),
        () => showing(answers.answered) > 0,
        includes(answers.answered),
      )
    if (raised.length >= 2)
      expect(hasResponse).that(
        computedFrom(responses, ...sources),
        () =>
          responses.some((response) =>
            typeof response === 'object' ? response !== null : typeof response === 'string' && response !== '',
          ),
        not(null),
      )
  },
})
