// The lender account of a credential, as the control port shows it; that of the role main where none is named.
import type { components } from '../../../fixtures/control.js'
import type { SimulatorProfile } from '../../public/simulator-options.ts'
import { RemoteError, type ControlClient } from './control-client.ts'

export type RemoteAccount = Pick<components['schemas']['Client'], 'lender_id' | 'environment'>

/** @throws RemoteError unknown_client */
export const findAccount = async (
  control: ControlClient,
  profile: SimulatorProfile,
  clientId: string | undefined,
): Promise<RemoteAccount> => {
  const id = clientId ?? profile.credentials.main.client_id
  const { data } = await control.call<{ data: components['schemas']['Client'][] }>('GET', '/clients')
  const client = data.find((one) => one.client_id === id)
  if (client !== undefined) return client
  throw new RemoteError('unknown_client', `There is no credential ${id}; GET /clients shows those there are.`, 3)
}
