// How refusals look on the wire: codes, statuses, details (Errors).
import type { IncomingHttpHeaders } from 'node:http'
import type { Contract } from '../contract/contract.ts'
import type { Detail } from '../domain/refusal.ts'
import { Refusal } from '../domain/refusal.ts'
import type { ShapeName } from './shapes.ts'

/** What is wrong with one place of a body; `keyword` is that of the shape that does not hold. */
export type Fault = Detail & { kind: 'missingField' | 'wrongType' | 'unusableValue'; keyword: string }

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
  /** The same for a call without any token. */
  missingToken(): string {
    return this.unauthenticated
  },
  /** The same for a token of the other environment. */
  foreignToken(): string {
    return this.unauthenticated
  },
  revokedToken: 'client_revoked',
  /** Code for a missing required field: 400 and 422 both have a sentence for it. */
  missingField: 'validation_failed',
  /** Code for a value of the wrong JSON type. */
  wrongType: 'validation_failed',
  /** Code for a value outside its enumeration, pattern or bounds. */
  unusableValue: 'validation_failed',
  /** The refusal of a body that does not have its shape, by the worst of its faults. */
  faultCode(_shape: ShapeName, fault: Fault): string {
    return this[fault.kind]
  },
  /** Code of the 409 for an amendment of a closed order: not shown. */
  closedForAmendment: 'action_not_allowed_in_status',
  /** Code of the 409 for a revision request in another status: not shown. */
  notToBeRevised: 'action_not_allowed_in_status',
  /** Documents quoted that are not on the order; null leaves them out without a word. */
  unknownDocuments: (_operationId: string, details: Detail[]): Refusal | null =>
    new Refusal('semantic_validation_failed', 'A document quoted is not on this order.', { details }),

  status(refusal: Refusal): number {
    return refusal.status ?? this.statusOf[refusal.code] ?? 500
  },

  /** The standard error body (Errors / Standard body); the operation is unknown where none was reached. */
  body(refusal: Refusal, correlationId: string, _operationId?: string): Record<string, unknown> {
    return {
      code: refusal.code,
      message: refusal.message,
      ...(refusal.details.length > 0 && { details: refusal.details }),
      ...(refusal.currentStatus !== undefined && { current_status: refusal.currentStatus }),
      correlation_id: correlationId,
    }
  },

  tokenErrors: [...contract.errors.token_errors],
  /** The error of refusals that the list has no word for, such as 415 and 429. */
  tokenErrorOtherwise: 'invalid_request',

  /** Whether a refusal has the token endpoint's body. */
  isTokenRefusal: (asked: { method: string; isTokenPath: boolean }): boolean =>
    asked.method === 'POST' && asked.isTokenPath,

  /** The token endpoint's body (Errors / Token endpoint errors); codes outside RFC 6749 become `invalid_request`. */
  tokenBody(refusal: Refusal, correlationId: string): Record<string, unknown> {
    return {
      error: this.tokenErrors.includes(refusal.code) ? refusal.code : this.tokenErrorOtherwise,
      error_description: refusal.message,
      correlation_id: correlationId,
    }
  },

  newCorrelationId: (_headers?: IncomingHttpHeaders): string => crypto.randomUUID(),

  /** Headers that repeat the correlation id; the body alone has it. */
  correlationHeaders: (_correlationId: string): Record<string, string> => ({}),

  /** `Retry-After` of a 503, for a wait of N seconds. */
  retryAfterUnavailable: (seconds: number): string | undefined => String(seconds),
})
