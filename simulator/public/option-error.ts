// What is thrown where an option of a simulator is unknown or cannot be used.

export class OptionError extends Error {
  readonly code: 'unknown_option' | 'invalid_option'

  constructor(code: OptionError['code'], message: string) {
    super(message)
    this.code = code
  }
}
