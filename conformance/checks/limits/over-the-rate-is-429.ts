// A client may send 600 requests in a minute; the next ones are refused with 429, and other clients notice nothing.
import { derived, seen, seenHeader } from '../../run/seen.ts'
import type { CheckContext } from '../../run/context.ts'
import type { Answered } from '../../target/exchange.ts'
import type { Role } from '../../target/roles.ts'
import { notTested } from '../../target/unjudged.ts'
import { check } from '../check.ts'

const rules = {
  rate: 'limits.rate-is-600-a-minute',
  spans: 'limits.rate-spans-all-endpoints',
  own: 'limits.rate-is-counted-per-client',
  retry: ['limits.retry-after-on-429', 'limits.retry-after-is-in-seconds'],
  status: 'errors.over-the-rate-is-429',
  code: ['errors.over-the-rate-is-rate-limited', 'errors.rate-limited-comes-with-429'],
}

const allowance = 600
// Counts under simultaneous requests may lag a little.
const overshoot = 20
const atOnce = 10
const windowMs = 50_000

const mix = ['getAccount', 'getWebhook', 'listEvents', 'listOrders'] as const
const options = { query: { per_page: 1 } }

/** As many requests as the allowance has, to several endpoints, none of them more than a quarter of it. */
const spend = async ({ client }: CheckContext, role: Role, count: number): Promise<Answered[]> => {
  const answers: Answered[] = []
  while (answers.length < count) {
    const wave = Array.from({ length: Math.min(atOnce, count - answers.length) }, (_, index) => {
      const operation = mix[(answers.length + index) % mix.length]!
      const query = operation.startsWith('list') ? options : {}
      return client.call(operation, { ...query, role, unpaced: true })
    })
    answers.push(...(await Promise.all(wave)))
  }
  return answers
}

export default check({
  id: 'limits.over-the-rate-is-429',
  verifies: Object.values(rules).flat(),
  needs: ['control'],
  phase: 'last',
  async run(context) {
    const { client, control, expect, has } = context
    // Not main: whatever runs after this must find its allowance whole.
    const role = (['other_lender', 'main_second'] as const).find(has)
    if (role === undefined)
      throw notTested('the profile names neither other_lender nor main_second, whose rate may be spent')
    await client.call('getAccount', { role })
    const begun = Date.now()
    try {
      await control!.renewRateLimit()
      const allowed = await spend(context, role, allowance)
      const early = allowed.find(({ response }) => response.status === 429)
      expect(rules.rate).equal(
        derived(early ? `429 within ${allowance} requests` : 'no 429', early ?? allowed.at(-1)!),
        'no 429',
      )
      const beyond = await spend(context, role, overshoot)
      if (Date.now() - begun > windowMs)
        throw notTested(`${allowance} requests took longer than the minute they are for`)
      const refused = beyond.filter(({ response }) => response.status === 429)
      const last = refused[0] ?? beyond.at(-1)!
      expect([rules.status, rules.spans]).status(last, 429)
      // A ping of the same client may be counted with the rest or not: if it is refused, its answer is judged.
      await client.call('ping', { role, unpaced: true })
      expect(rules.own).status(await client.call('getAccount'), 200)
      if (refused.length === 0) return
      expect(rules.code).equal(seen(last, '/code'), 'rate_limited')
      expect(rules.retry).that(
        seenHeader(last, 'Retry-After'),
        (text) => /^\d+$/.test(String(text)),
        'a number of seconds',
      )
    } finally {
      await control!.renewRateLimit()
    }
  },
})
