// Whether the target is simulated, as reports say: such a run must not pass for one of a deployment.
import { demoClients } from '../contract/contract.ts'
import { baseUrl, isLoopback } from '../sut/addresses.ts'
import type { Profile } from '../sut/profile.ts'

/** What makes it one, in words; null for a deployment. A client id alone says nothing of the host that it is sent to. */
export const simulatedOf = (profile: Profile, embedded: boolean): string | null => {
  const { control_url, credentials } = profile
  if (embedded) return 'the embedded simulator'
  const near = control_url !== undefined || isLoopback(baseUrl(profile, credentials.main.environment))
  if (near && demoClients().has(credentials.main.client_id)) return 'the demo world of the simulator'
  return control_url === undefined ? null : 'a test environment with a control port'
}
