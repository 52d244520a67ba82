// An error that a person caused or can correct: a code for machines, one sentence for people, and the exit code it leads to.

export const exitCodes = { nothingBroken: 0, ruleBroken: 1, couldNotJudge: 2, usage: 3 } as const

/** `exitCode` is 3 for wrong usage and 2 when the run could not judge. */
export class CodedError extends Error {
  readonly code: string
  readonly exitCode: number

  constructor(code: string, message: string, exitCode: number = exitCodes.usage) {
    super(message)
    this.code = code
    this.exitCode = exitCode
  }
}

export const isCodedError = (error: unknown): error is CodedError => error instanceof CodedError
