// A refusal by the clock or the id factory: a stable code, then one sentence for the caller.
type ClockErrorCode =
  'clock_bad_instant' | 'clock_bad_rate' | 'clock_closed' | 'clock_nested' | 'clock_past_instant' | 'id_malformed'

type ClockError = Error & { code: ClockErrorCode }

export const clockError = (code: ClockErrorCode, sentence: string): ClockError =>
  Object.assign(new Error(`${code}: ${sentence}`), { code })
