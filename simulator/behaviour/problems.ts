// How refusals look on the wire: codes, statuses, details (Errors).
import type { Contract } from '../contract.ts'
import type { Refusal } from '../domain/refusal.ts'

export const problems = (contract: Contract) => ({
  /** Status of each code; the last is ours, for where the contract shows no code. */
  statusOf: {
    ...Object.fromEntries(contract.errors.codes.map(({ code, status }) => [code, status ?? 409])),
    invalid_request: 400,
  } as Record<string, number>,

  /** Code of a 400: not shown. */
  unreadable: 'invalid_request',
  /** Code of a 401 without a usable token: not shown. */
  unauthenticated: 'invalid_client',
  /** Code for a missing required field: 400 and 422 both have a sentence for it. */
  missingField: 'validation_failed',
  /** Code for a value of the wrong JSON type. */
  wrongType: 'validation_failed',
  /** Code for a value outside its enumeration, pattern or bounds. */
  unusableValue: 'validation_failed',
  /** Code of a 409 for an amendment or a revision request: not shown. */
  refusedByState: 'action_not_allowed_in_status',

  status(refusal: Refusal): number {
    return refusal.status ?? this.statusOf[refusal.code] ?? 500
  },

  /** The standard error body (Errors / Standard body). */
  body(refusal: Refusal, correlationId: string): Record<string, unknown> {
    return {
      code: refusal.code,
      message: refusal.message,
      ...(refusal.details.length > 0 && { details: refusal.details }),
      ...(refusal.currentStatus !== undefined && { current_status: refusal.currentStatus }),
      correlation_id: correlationId,
    }
  },

  /** The token endpoint's body (Errors / Token endpoint errors); codes outside RFC 6749 become `invalid_request`. */
  tokenBody(refusal: Refusal, correlationId: string): Record<string, unknown> {
    const rfc6749 = contract.errors.token_errors
    return {
      error: rfc6749.includes(refusal.code) ? refusal.code : 'invalid_request',
      error_description: refusal.message,
      correlation_id: correlationId,
    }
  },

  newCorrelationId: (): string => crypto.randomUUID(),
})
