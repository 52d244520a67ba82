// POST /stop: ends the process of `assay simulate`.
import { setImmediate } from 'node:timers'
import { controlOperation } from '../operation.ts'

export const stopSimulator = controlOperation({
  id: 'stopSimulator',
  method: 'post',
  path: '/stop',
  status: 202,
  isOffered: ({ stop }) => stop !== undefined,
  handle: ({ stop }) => {
    // The answer is under way by then, and what is under way is finished.
    setImmediate(stop!)
    return { pid: process.pid }
  },
})
