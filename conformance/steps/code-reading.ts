// Which reading of the freedoms about the code of a 401 an answer shows.
import type { Answered } from '../evidence/exchange.ts'
import { fieldAt } from './read.ts'

/** Null where the answer is no 401 or has no code. */
export const codeReading = (answer: Answered): string | null => {
  const code = answer.response.status === 401 ? fieldAt(answer, '/code') : undefined
  if (typeof code !== 'string') return null
  return code === 'invalid_client' ? 'invalid-client' : code === 'token_expired' ? 'token-expired' : 'another-code'
}
