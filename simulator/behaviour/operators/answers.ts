// Operators on what an operation answers, and on the refusals of all.
import { Refusal } from '../../domain/refusal.ts'
import type { Answer, Asker } from '../wire.ts'
import { surround } from './decisions.ts'
import type { Decision, Given } from './member.ts'
import { mutation, perTarget, type Mutation } from './mutation.ts'
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

/** The same, from one of the answers that fit on: the second, the third. */
export const answerFrom = (
  nth: number,
  operation: Operation,
  change: Change,
  fits: (answer: Answer, asker: Asker | undefined) => boolean = () => true,
): Mutation =>
  perTarget(() => {
    let count = 0
    return answer(operation, (given, asker) => {
      if (fits(given, asker)) count += 1
      return fits(given, asker) && count >= nth ? change(given, asker) : given
    })
  })

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

/** What a decision refuses is refused with another refusal. */
export const refusedAs = <P extends Decision>(
  at: P,
  turn: (refusal: Refusal, ...given: Given<P>) => Refusal,
): Mutation =>
  mutation('answer', (behaviour) =>
    surround(behaviour, at, (usual, ...given) => {
      try {
        return usual(...given)
      } catch (error) {
        throw error instanceof Refusal ? turn(error, ...(given as Given<P>)) : error
      }
    }),
  )
