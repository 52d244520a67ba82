// A change to what one operation answers, for bugs that sit between the decision and the wire.
import type { Behaviour } from '../behaviour.ts'
import type { Answer } from '../wire.ts'
import type { Wire } from '../operators/edit-wire.ts'

const isBody = (body: unknown): body is Wire => typeof body === 'object' && body !== null

/** Sees the whole answer and gives the one that is sent. */
export const answering =
  (operationId: string, change: (answer: Answer) => Answer) =>
  ({ wire }: Pick<Behaviour, 'wire'>): void => {
    const { finish } = wire
    wire.finish = function (given, answer, asker) {
      const finished = finish.call(this, given, answer, asker)
      return given === operationId ? change(finished) : finished
    }
  }

/** Edits a copy of the body of every success. */
export const answered = (operationId: string, edit: (body: Wire) => void): ((behaviour: Behaviour) => void) =>
  answering(operationId, (answer) => {
    if (answer.status >= 400 || !isBody(answer.body)) return answer
    const body = structuredClone(answer.body)
    edit(body)
    return { ...answer, body }
  })
