// GET /clients: credentials, never with their secrets.
import { accountKey } from '../../orders/context.ts'
import { accountsOf } from '../../company/find.ts'
import { controlOperation } from '../operation.ts'
import { showClient } from '../../company/show.ts'

export const listClients = controlOperation({
  id: 'listClients',
  method: 'get',
  path: '/clients',
  query: true,
  handle: ({ services, query }) => {
    const accounts = new Set(accountsOf(services, query))
    const clients = [...services.store.clients.values()].filter(({ lender_id, environment }) =>
      accounts.has(accountKey(lender_id, environment)),
    )
    const { access } = services.behaviour
    return { data: clients.map((client) => access.listedCredential(showClient(client), client)) }
  },
})
