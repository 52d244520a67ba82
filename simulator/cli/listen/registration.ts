// The webhook of a lender account led to another address for a while, and back.
import { randomBytes } from 'node:crypto'
import type { components } from '../../../fixtures/control.js'
import type { ControlClient } from '../remote/control-client.ts'
import { findAccount, type RemoteAccount } from '../remote/find-account.ts'
import type { SimulatorProfile } from '../../public/simulator-options.ts'

type Webhook = components['schemas']['Webhook']

export type Registration = {
  account: RemoteAccount
  /** The secret that was set now; null where the one that was there stays. */
  secret: string | null
  /** The address, the events and whether it is on, as they were before; a secret that was replaced stays so. */
  restore(): Promise<void>
}

type Wanted = { url: string; client?: string; events: readonly string[]; secret?: string }

/** @throws RemoteError */
export const register = async (control: ControlClient, wanted: Wanted): Promise<Registration> => {
  const profile = await control.call<SimulatorProfile>('GET', '/profile')
  const account = await findAccount(control, profile, wanted.client)
  const path = `/lenders/${account.lender_id}/webhooks/${account.environment}`
  const before = await control.call<Webhook>('GET', path)
  const secret = wanted.secret ?? (before.secret_set ? null : `whsec-${randomBytes(24).toString('base64url')}`)
  const { url } = wanted
  const events = wanted.events.length > 0 ? wanted.events : ['*']
  await control.call('PUT', path, { url, enabled: true, events, ...(secret !== null && { secret }) })
  return {
    account,
    secret,
    async restore() {
      const { url: old, enabled, events: kept } = before
      await control.call('PUT', path, old === null ? { enabled: false } : { url: old, enabled, events: kept })
    },
  }
}
