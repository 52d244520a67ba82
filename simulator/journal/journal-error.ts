// What is thrown where the journal is off, or does not hold what a test waits for.

export class JournalError extends Error {
  readonly code: 'journal_timeout' | 'journal_mismatch' | 'journal_off'

  constructor(code: JournalError['code'], message: string) {
    super(message)
    this.code = code
  }
}

export const journalOff = (): JournalError =>
  new JournalError('journal_off', 'The journal is off; start the simulator with journal entries above 0.')
