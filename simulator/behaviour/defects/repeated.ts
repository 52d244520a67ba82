// A second call that says the same as the one before it, and is answered as the first one was.
import type { Behaviour } from '../behaviour.ts'
import { perTarget, instead, type Mutation } from '../operators/index.ts'

/** Such calls of one operation; uploads are known by their length, as their boundaries differ. */
export const onceOnly = (operationId: string): Mutation =>
  perTarget((answers = new Map<string, ReturnType<Behaviour['idempotency']['around']>>()) =>
    instead('idempotency.around', (usual, id, call, work) => {
      if (id !== operationId) return usual(id, call, work)
      const said = id === 'uploadDocument' ? call.headers['content-length'] : call.sent.text
      const key = `${call.request.url} ${said}`
      const first = answers.get(key) ?? usual(id, call, work)
      answers.set(key, first)
      return first
    }),
  )
