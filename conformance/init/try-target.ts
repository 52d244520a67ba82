// Whether a new profile reaches a target: its address, a token, the account and the catalog, as before every run.
import { randomBytes } from 'node:crypto'
import type { Unstamped } from '../../reports/run-record.ts'
import { plainly } from '../../reports/texts.ts'
import { preflight } from '../preflight/preflight.ts'
import { createContexts } from '../engine/contexts.ts'
import { createSession } from '../engine/session.ts'
import type { Profile } from '../sut/profile.ts'

type TryOptions = { timeoutMs: number; say: (line: string) => void }

/** @throws CodedError, exit code 2, where the target cannot be reached or refuses the credential */
export const tryTarget = async (profile: Profile, { timeoutMs, say }: TryOptions): Promise<void> => {
  const emit = (event: Unstamped): void => {
    if (event.type === 'preflight' && event.verdict !== 'fatal')
      say(`  ${event.verdict.padEnd(7)} ${event.code === null ? '' : `${event.code}: `}${plainly(event.message)}`)
  }
  const session = createSession({ run: randomBytes(4).toString('hex'), seed: 1, profile, emit, timeoutMs })
  try {
    await preflight(session, createContexts(session))
  } finally {
    await session.close()
  }
}
