// Who hears of exchanges and deliveries.
import t from 'tap'
import type { Delivery } from '../evidence/delivery.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { createListeners } from './listeners.ts'

t.test('listeners hear in the order in which they were added, until they are taken away', async (t) => {
  const heard: string[] = []
  const listeners = createListeners()
  listeners.add({ exchange: ({ id }) => void heard.push(`first ${id}`) })
  const forget = listeners.add({
    exchange: ({ id }) => void heard.push(`second ${id}`),
    delivery: ({ id }) => void heard.push(`second ${id}`),
  })
  listeners.exchange({ id: 'x1' } as Exchange)
  listeners.delivery({ id: 'd1' } as Delivery)
  forget()
  listeners.exchange({ id: 'x2' } as Exchange)
  t.strictSame(heard, ['first x1', 'second x1', 'second d1', 'first x2'])
})
