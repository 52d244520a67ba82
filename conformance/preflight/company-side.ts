// What the control port knows of a credential, where there is one: it distinguishes a wrong profile from a wrong target.
import type { Session } from '../engine/session.ts'
import { Inconclusive } from '../evidence/inconclusive.ts'

type Standing = { revoked: boolean; lender: string }

type Listed = { client_id?: unknown; lender_id?: unknown; revoked_at?: unknown }

/** Null where it is not known. */
export const standingOf = async ({ control }: Session, clientId: string): Promise<Standing | null> => {
  if (!control) return null
  try {
    const { data } = ((await control.ask('GET', '/clients')) ?? {}) as { data?: Listed[] }
    const found = data?.find(({ client_id }) => client_id === clientId)
    return found ? { revoked: typeof found.revoked_at === 'string', lender: String(found.lender_id) } : null
  } catch (error) {
    if (error instanceof Inconclusive) return null
    throw error
  }
}
