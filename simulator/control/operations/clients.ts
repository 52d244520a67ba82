// Credentials and tokens.
import { accountKey } from '../../orders/context.ts'
import { accountsOf } from '../../company/find.ts'
import type { ControlOperations } from '../operation.ts'
import { showClient } from '../../company/show.ts'
import { randomBytes } from 'node:crypto'
import type { Client, Environment } from '../../domain/records.ts'
import type { Services } from '../../engine/services.ts'
import { findLender, findClient } from '../../store/find.ts'
import { Refusal } from '../../domain/refusal.ts'
import { mintToken } from '../../http/authenticate.ts'

type Account = { lender_id: string; environment: Environment }

const issue = async ({ clock, ids, store }: Services, { lender_id, environment }: Account) => {
  const now = clock.now()
  const secret = randomBytes(32).toString('base64url')
  const client: Client = { id: ids.next('cli', now), secret, lender_id, environment, created_at: now, revoked_at: null }
  store.clients.put(client)
  await store.flush()
  return { client: showClient(client), client_secret: secret }
}

export const clientOperations = {
  /** Credentials, never with their secrets. */
  listClients: {
    handle: ({ services, query }) => {
      const accounts = new Set(accountsOf(services, query))
      const clients = [...services.store.clients.values()].filter(({ lender_id, environment }) =>
        accounts.has(accountKey(lender_id, environment)),
      )
      const { access } = services.behaviour
      return { data: clients.map((client) => access.listedCredential(showClient(client), client)) }
    },
  },
  /** A credential for a lender account; its secret is shown this once. */
  issueClient: {
    handle: ({ services, body }) => {
      const account = body as Account
      findLender(services, account.lender_id)
      return issue(services, account)
    },
  },
  /** A second credential beside the first; both work until one is revoked. */
  rotateClient: {
    handle: ({ services, params }) => {
      const client = findClient(services, params['client_id']!)
      if (client.revoked_at === null) return issue(services, client)
      throw new Refusal(
        'conflict',
        `${client.id} is revoked and cannot be rotated; issue a credential by POST /clients.`,
        {
          status: 409,
        },
      )
    },
  },
  /** The credential and its tokens stop working at this moment. */
  revokeClient: {
    handle: async ({ services, params }) => {
      const client = findClient(services, params['client_id']!)
      if (client.revoked_at !== null) {
        throw new Refusal('conflict', `${client.id} has been revoked already; name another client.`, { status: 409 })
      }
      const revoked = { ...client, revoked_at: services.clock.now() }
      services.store.clients.put(revoked)
      await services.store.flush()
      return showClient(revoked)
    },
  },
  /** An access token with a life of any length, to test expiry and revocation without waiting. */
  issueToken: {
    handle: ({ services, body }) => {
      const { client_id, expires_in } = body as { client_id: string; expires_in: number }
      const { behaviour, clock } = services
      const token = mintToken(services, findClient(services, client_id), clock.now() + expires_in * 1000)
      return { ...behaviour.tokens.response(token), expires_in }
    },
  },
} satisfies ControlOperations
