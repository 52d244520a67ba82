// What is done between requests is done while none is under way, and is over before the next one leaves.
import t from 'tap'
import { interruptedWire } from './interrupted-wire.ts'
import type { Wire } from '../../conformance/sut/send.ts'

t.test('a pause stands alone, and requests of the same time share it', async (t) => {
  const log: string[] = []
  const step = async (name: string): Promise<void> => {
    log.push(`${name} begins`)
    for (let turn = 0; turn < 3; turn += 1) await Promise.resolve()
    log.push(`${name} ends`)
  }
  const answered = { response: null, failure: null, startedAt: 0, ms: 0 }
  const wire: Wire = {
    send: async ({ url }) => {
      await step(url)
      return answered
    },
    close: async () => undefined,
  }
  const { send } = interruptedWire(wire, () => step('pause'))
  const call = (url: string) => send({ method: 'GET', url, headers: [], body: null })
  await Promise.all([call('one'), call('two')])
  await call('three')
  t.strictSame(log, [
    'pause begins',
    'pause ends',
    'one begins',
    'two begins',
    'one ends',
    'two ends',
    'pause begins',
    'pause ends',
    'three begins',
    'three ends',
  ])
})
