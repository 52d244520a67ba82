// A write that says the same as one before it, or comes under the same key, and is answered as the first one was.
import type { Behaviour } from './behaviour.ts'
import { instead, perTarget, type Mutation } from './operators/index.ts'

type Idempotency = Behaviour['idempotency']
type Call = Parameters<Idempotency['around']>[1]

/** `nameOf` is what two writes have in common to be one; undefined where a write is its own. */
const takenOnce = (nameOf: (operationId: string, call: Call) => string | undefined, forMs = Infinity): Mutation =>
  perTarget((answers = new Map<string, { answer: ReturnType<Idempotency['around']>; until: number }>()) =>
    instead('idempotency.around', (usual, operationId, call, work) => {
      const name = nameOf(operationId, call)
      if (name === undefined) return usual(operationId, call, work)
      const held = answers.get(name)
      if (held && held.until > Date.now()) return held.answer
      const answer = usual(operationId, call, work)
      answers.set(name, { answer, until: Date.now() + forMs })
      answer.catch(() => answers.delete(name))
      return answer
    }),
  )

/** Writes of one operation with one body; uploads are known by their length, as their boundaries differ. */
export const onceOnly = (operation: string, forMs?: number): Mutation =>
  takenOnce((operationId, { request, headers, sent }) => {
    if (operationId !== operation) return undefined
    return `${request.url} ${operationId === 'uploadDocument' ? headers['content-length'] : sent.text}`
  }, forMs)

/** Writes that are repeated under one key while the first is under way or over. */
export const keyHonoured = (honours: (operationId: string) => boolean): Mutation =>
  takenOnce((operationId, { request, headers, client }) => {
    const sent = headers['idempotency-key']
    if (operationId === 'createOrder' || !honours(operationId) || typeof sent !== 'string' || sent === '')
      return undefined
    return JSON.stringify([client?.id, operationId, request.url, sent])
  })
