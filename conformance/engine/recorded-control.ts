// The control port of one check or scenario: what the company does there is in the record, as no request of a lender shows it.
import type { Emit } from '../kit/event-stream.ts'
import type { Control } from '../sut/control.ts'

export const recordedControl = (control: Control, by: string, emit: Emit): Control => {
  const did = (act: string): void => emit({ type: 'company-act', by, act })
  return {
    ...control,
    ask(method, path, body) {
      if (method !== 'GET') did(`${method} ${path}`)
      return control.ask(method, path, body)
    },
    advanceClock(seconds) {
      did('POST /clock/advance')
      return control.advanceClock(seconds)
    },
  }
}
