// What a person asked for cannot be done: a code, one sentence, and the exit code for wrong usage.

export class UsageError extends Error {
  readonly code: string
  readonly exitCode = 3

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
