// What a run waited for, at its end: what that judged, what it waited for in vain, and what it did not reach.
import t from 'tap'
import { waitsBehind } from './waits.ts'

const waiting = (id: string, seconds: number) => ({
  id,
  verifies: [],
  needs: [],
  file: '',
  run: async () => {},
  wait: { what: `the end of ${id}`, seconds: () => seconds },
})

const resultOf = ({ id: check }: { id: string }, compared: number) => ({
  check,
  outcomes: [{ rule: 'links.end', compared }],
})

t.test('each is named', async (t) => {
  const [link, rate, token] = [waiting('a link', 360), waiting('a window', 120), waiting('a token', 3960)]
  const waits = { planned: [rate, link], beyond: [token] } as never
  const results = [resultOf(link, 1), resultOf(rate, 0)] as never
  t.equal(
    waitsBehind(waits, { results, others: [], ms: 300_000 }),
    'Waiting took 5 min after the other checks, and judged 1 more rule: links.end. Waited for in vain: the end of a window (2 min). ' +
      'Still not reached: the end of a token (66 min). What the company does, a control port alone shows (docs/control-port.md).',
  )
  const all = [resultOf(link, 1), resultOf(rate, 2)] as never
  t.notMatch(waitsBehind(waits, { results: all, others: [], ms: 300_000 }), /in vain/)
})
