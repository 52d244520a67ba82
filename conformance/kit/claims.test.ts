// Claims of one scenario are checks of its file: each has its own id and rules, and judges what the scenario saw.
import t from 'tap'
import { claims } from './claims.ts'
import type { CheckContext } from './context.ts'

t.test('each claim is a check that judges what its scenario saw', async (t) => {
  const some = { id: 'some-orders', run: async () => ({ orders: 3 }) }
  const judged: unknown[] = []
  const [one, other] = claims(some, ['orders'], {
    'list.one': { verifies: ['list.a'], judge: ({ orders }, { budget }) => void judged.push(orders, budget) },
    'list.other': {
      verifies: ['list.b'],
      needs: [],
      phase: 'last',
      judge: async () => Promise.reject(new Error('no such order')),
    },
  })
  const shared = async (scenario: unknown) => (scenario === some ? some.run() : t.fail('another scenario'))
  const context = { shared, budget: 7 } as unknown as CheckContext
  const { run, ...said } = one!
  t.strictSame(said, { id: 'list.one', scenario: 'some-orders', needs: ['orders'], verifies: ['list.a'] })
  t.match(other, { id: 'list.other', scenario: 'some-orders', needs: [], phase: 'last' })
  await run(context)
  t.strictSame(judged, [3, 7])
  await t.rejects(other!.run(context), { message: 'no such order' })
})
