// Operators on what an operation answers, and on the refusals of all.
import { Refusal } from '../../domain/refusal.ts'
import type { Answer, Asker } from '../wire.ts'
import { surround } from './decisions.ts'
import { mutation, type Mutation } from './mutation.ts'
import type { Operation } from './shown.ts'

type Change = (answer: Answer, asker: Asker | undefined) => Answer | Refusal

/** Answers an operation, or all, with what `change` makes of the answer; a refusal is answered in its own way. */
export const answer = (operation: Operation | 'all', change: Change): Mutation =>
  mutation('answer', (behaviour) =>
    surround(behaviour, 'wire.finish', (usual, ...given) => {
      const [id, , asker] = given as [string, Answer, Asker | undefined]
      const finished = usual(...given) as Answer
      if (operation !== 'all' && operation !== id) return finished
      const changed = change(finished, asker)
      if (changed instanceof Refusal) throw changed
      return changed
    }),
  )

/** A success has another status. */
export const succeed = (operation: Operation, status: number): Mutation =>
  mutation('answer', ({ wire }) => {
    wire.success[operation] = status
  })

/** An answer that no code of the simulator gives: an error with the status and code of the standard body. */
export const failure = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message, correlation_id: crypto.randomUUID() },
})

/** The refusals that fit have another status. */
export const restatus = (fits: (refusal: Refusal) => boolean, status: number): Mutation =>
  mutation('answer', (behaviour) =>
    surround(behaviour, 'problems.status', (usual, refusal) => (fits(refusal as Refusal) ? status : usual(refusal))),
  )

/** The refusals that fit have another code. */
export const recode = (fits: (refusal: Refusal) => boolean, code: string): Mutation =>
  mutation('answer', (behaviour) =>
    surround(behaviour, 'problems.body', (usual, refusal, ...given) => {
      const body = usual(refusal, ...given) as object
      return fits(refusal as Refusal) ? { ...body, code } : body
    }),
  )
