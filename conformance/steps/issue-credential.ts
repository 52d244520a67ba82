// A further credential of the main account, issued over the control port and revoked there.
import type { Answered } from '../evidence/exchange.ts'
import type { StepContext } from '../kit/context.ts'
import { requirePort } from '../sut/control.ts'
import { tokenRequest } from '../sut/tokens.ts'

type Issued = { client: { client_id: string }; client_secret: string }

type FurtherCredential = {
  client_id: string
  client_secret: string
  /** Asks for a token; the answer may be a refusal. */
  askForToken(): Promise<Answered>
  revoke(): Promise<unknown>
}

export const issueCredential = async (context: StepContext): Promise<FurtherCredential> => {
  const { client, environment, secretOf } = context
  const control = requirePort(context, 'rotateClient', 'revokeClient')
  const act = (id: string, name: string) => control.ask('POST', `/clients/${encodeURIComponent(id)}/${name}`)
  const issued = (await act(secretOf('main').client_id, 'rotate')) as Issued
  const { client_id } = issued.client
  const credential = { client_id, client_secret: issued.client_secret }
  return {
    ...credential,
    askForToken: () => client.call('requestToken', tokenRequest(environment, credential)),
    revoke: () => act(client_id, 'revoke'),
  }
}
