// A fault that cannot be used: one sentence on what is wrong, and each place of it.
import type { Detail } from '../domain/refusal.ts'

export class FaultError extends Error {
  readonly code = 'invalid_fault'
  readonly exitCode = 3
  readonly details: Detail[]

  constructor(message: string, details: Detail[] = []) {
    super(message)
    this.details = details
  }
}
