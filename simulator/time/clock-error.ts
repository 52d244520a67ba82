// A refusal by the clock or the id factory: a stable code, then one sentence for the caller.
type ClockErrorCode = CodeOfAdvance | 'clock_bad_rate' | 'clock_closed' | 'id_malformed'

type CodeOfAdvance = 'clock_bad_instant' | 'clock_nested' | 'clock_past_instant'

type ClockError = Error & { code: ClockErrorCode }

export const clockError = (code: ClockErrorCode, sentence: string): ClockError =>
  Object.assign(new Error(`${code}: ${sentence}`), { code })
