// POST /clients: a credential for a lender account; its secret is shown this once.
import { randomBytes } from 'node:crypto'
import type { Client, Environment } from '../../domain/records.ts'
import type { Services } from '../../engine/services.ts'
import { findLender } from '../../store/find.ts'
import { controlOperation } from '../operation.ts'
import { showClient } from '../../company/show.ts'

type Account = { lender_id: string; environment: Environment }

export const issue = async ({ clock, ids, store }: Services, { lender_id, environment }: Account) => {
  const now = clock.now()
  const secret = randomBytes(32).toString('base64url')
  const client: Client = { id: ids.next('cli', now), secret, lender_id, environment, created_at: now, revoked_at: null }
  store.clients.put(client)
  await store.flush()
  return { client: showClient(client), client_secret: secret }
}

export const issueClient = controlOperation({
  id: 'issueClient',
  method: 'post',
  path: '/clients',
  status: 201,
  body: 'required',
  handle: ({ services, body }) => {
    const account = body as Account
    findLender(services, account.lender_id)
    return issue(services, account)
  },
})
