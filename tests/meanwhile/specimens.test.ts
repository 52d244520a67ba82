// Specimens of a target whose account others use as well, and those of a call that names no type.
import t from 'tap'
import { expectBlame, expectNoBlame, judgeBusy, type Busy } from './busy-target.ts'

const typeIn = (body: Buffer): unknown => (JSON.parse(body.toString()) as { type?: unknown }).type

const specimenChecks = ['webhooks.specimen-is-sent-once', 'webhooks.test-sends-every-type']

t.test('a specimen that somebody else asks for is no second one of ours', async (t) => {
  const asked = new Set<unknown>()
  const busy: Busy = {
    async after({ name, body, repeat }) {
      const type = name === 'POST /webhook/test' ? typeIn(body) : null
      // Once for each of these, when it is asked for first and again.
      const key = `${String(type)} ${asked.size % 7}`
      if (type !== 'order.completed' || asked.has(key)) return
      asked.add(key)
      if (asked.size < 3) await repeat()
    },
  }
  expectNoBlame(t, await judgeBusy(t, busy, ...specimenChecks), 'webhooks.test-sends-one-event')
})

t.test('a second specimen of one call is still seen', async (t) => {
  const options = { defect: 'test-sends-two-specimens' }
  expectBlame(t, await judgeBusy(t, { options }, ...specimenChecks), 'webhooks.test-sends-one-event')
})

t.test('a test without a type may be given one, and somebody may ask for a specimen meanwhile', async (t) => {
  let asked = 0
  const busy: Busy = {
    options: { readings: { 'webhooks.test-without-type': 'own-choice' } },
    // The specimen that the repeated call brings is not of the call that is refused after it.
    async after({ name, body, repeat }) {
      if (name === 'POST /webhook/test' && typeIn(body) === undefined && (asked += 1) === 1) await repeat()
    },
  }
  const rule = 'webhooks.test-without-an-event-type-refused'
  expectNoBlame(t, await judgeBusy(t, busy, 'webhooks.test-without-a-type-is-refused'), rule)
  const options = { defect: 'test-takes-any-type' }
  expectBlame(t, await judgeBusy(t, { options }, 'webhooks.test-without-a-type-is-refused'), rule)
})
