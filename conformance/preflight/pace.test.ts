// A run that will take long says so beforehand, and what makes it shorter.
import t from 'tap'
import type { Answered } from '../evidence/exchange.ts'
import { createPace } from './pace.ts'

const after = (...answers: { ms: number; limit?: string; role?: 'main' | null }[]) => {
  const pace = createPace()
  for (const { ms, limit, role = 'main' } of answers)
    pace.exchange({
      role,
      ms,
      response: {
        status: 200,
        headers: limit === undefined ? [] : [['X-RateLimit-Limit', limit]],
        body: Buffer.from('{}'),
      },
    } as unknown as Answered)
  return pace
}

t.test('slow answers, and few requests a minute', async (t) => {
  t.equal(after({ ms: 200, limit: '600' }).ahead(1_500), null)
  t.match(
    after({ ms: 3_000 }, { ms: 3_000 }).ahead(1_500),
    /^At 3 s for an answer, the 1,500 requests .* about 75 min, .*--budget 300/,
  )
  t.match(after({ ms: 5, limit: '10' }).ahead(1_500), /^At the 10 requests a minute .* about 150 min/)
  t.equal(after({ ms: 5, limit: '10' }).ahead(90), null, 'an area is soon done')
  t.equal(
    after({ ms: 5, limit: '10', role: null }, { ms: 5, limit: '600' }).ahead(1_500),
    null,
    'a ping is not the client',
  )
  t.equal(after().ahead(1_500), null, 'nothing was answered')
})
