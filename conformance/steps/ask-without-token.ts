// Sound calls without a token: each is refused with 401, and with no code that says more of a token than there is.
import { not } from '../evidence/expected.ts'
import { seen } from '../evidence/seen.ts'
import type { CheckContext } from '../kit/context.ts'
import type { CallOptions } from '../sut/call.ts'
import { codeReading } from './code-reading.ts'

export const missing = ['auth.missing-token-is-refused', 'transport.no-session-is-kept']
export const notExpired = 'auth.token-expired-is-for-an-expired-token-only'

const isOther = (code: unknown): boolean => code !== 'token_expired'

type Call = { operation: string; options: CallOptions }

export const askWithoutToken = async (context: CheckContext, calls: readonly Call[]): Promise<void> => {
  const { client, environment, expect, recordReading } = context
  for (const { operation, options } of calls) {
    const answer = await client.call(operation, { ...options, token: null, environment })
    expect(missing).status(answer, 401)
    const reading = codeReading(answer)
    if (reading !== null) expect(notExpired).that(seen(answer, '/code'), isOther, not('token_expired'))
    if (reading !== null && reading !== 'token-expired') recordReading('auth.missing-token-code', reading, answer)
  }
}
