// Whether a run is a rehearsal, as its reports say: nobody is to pass one off as the judgement of a deployment.
import { demoClients } from '../contract.ts'
import type { Profile } from '../target/profile.ts'

/** What makes it one, in words; null for a deployment. */
export const rehearsalOf = (
  { control_url, credentials }: Pick<Profile, 'control_url' | 'credentials'>,
  embedded: boolean,
): string | null => {
  if (embedded) return 'the embedded simulator'
  if (demoClients().has(credentials.main.client_id)) return 'the demo world of the simulator'
  return control_url === undefined ? null : 'a test environment with a control port'
}
