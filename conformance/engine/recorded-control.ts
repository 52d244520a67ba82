// The control port of one check or scenario: what the company does there is in the record, as no request of a lender shows it, and what
// it could not do as well.
import type { Emit } from '../kit/event-stream.ts'
import type { Control } from '../sut/control.ts'

const idForm = /\b(?:ord|doc|msg|rr|evt)_[A-Za-z0-9_-]+/g

/** In the order in which an answer has them: a script takes the same ones from its own. */
const idsIn = (answer: unknown): string[] => [...new Set((JSON.stringify(answer) ?? '').match(idForm))]

export const recordedControl = (control: Control, by: string, emit: Emit): Control => {
  const did = async <T>(act: string, body: unknown, work: () => Promise<T>): Promise<T> => {
    const about = { type: 'company-act', by, act, body: body ?? null } as const
    try {
      const answer = await work()
      emit({ ...about, made: idsIn(answer) })
      return answer
    } catch (error) {
      const refused = error instanceof Error ? error.message : String(error)
      emit({ ...about, made: [], refused })
      throw error
    }
  }
  return {
    ...control,
    ask: (method, path, body) =>
      method === 'GET'
        ? control.ask(method, path, body)
        : did(`${method} ${path}`, body, () => control.ask(method, path, body)),
    advanceClock: (seconds) => did('POST /clock/advance', { seconds }, () => control.advanceClock(seconds)),
  }
}
