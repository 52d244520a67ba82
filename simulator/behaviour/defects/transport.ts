// Defects that break rules of the area transport.
import type { Defect } from '../create-behaviour.ts'
import type { Answer, Asker } from '../wire.ts'

type Change = (answer: Answer, asker: Asker | undefined) => Answer

/** Changes the answers of one operation, or of all where none is named. */
const answering =
  (operation: string | null, change: Change): Defect['apply'] =>
  ({ wire }) => {
    const { finish } = wire
    wire.finish = function changedAnswer(operationId, answer, asker) {
      const finished = finish.call(this, operationId, answer, asker)
      return operation === null || operation === operationId ? change(finished, asker) : finished
    }
  }

const withBody = (answer: Answer, change: (body: Record<string, unknown>) => Record<string, unknown>): Answer => ({
  ...answer,
  body: change(answer.body as Record<string, unknown>),
})

const missing: Answer = {
  status: 404,
  body: { code: 'not_found', message: 'There is no such operation.', correlation_id: 'a-missing-route' },
}

// Without its ping, its token endpoint and its account read a target is not reached at all, and no verdict is given.
const routes: Record<string, string> = {
  listOrderTypes: 'get-order-types',
  createOrder: 'post-orders',
  listOrders: 'get-orders',
  getOrder: 'get-order',
  amendOrder: 'patch-order',
  holdOrder: 'post-hold',
  resumeOrder: 'post-resume',
  cancelOrder: 'post-cancel',
  createRevisionRequest: 'post-revision-requests',
  listRevisionRequests: 'get-revision-requests',
  listMessages: 'get-messages',
  sendMessage: 'post-messages',
  listDocuments: 'get-order-documents',
  uploadDocument: 'post-order-documents',
  getDocument: 'get-document',
  downloadDocument: 'get-download',
  listEvents: 'get-events',
  getWebhook: 'get-webhook',
  setWebhook: 'put-webhook',
  testWebhook: 'post-webhook-test',
  advanceOrder: 'post-sandbox-advance',
}

const unrouted: Defect[] = Object.entries(routes).map(([operation, name]) => ({
  id: `${name}-not-routed`,
  breaks: `transport.serves-${name}`,
  bug: `The route of ${operation} is missing from the router, so that its work is done by nobody.`,
  apply: answering(operation, () => missing),
}))

export const transport: readonly Defect[] = [
  ...unrouted,
  {
    id: 'tls-1-0-still-served',
    breaks: 'transport.tls-below-1-2-is-refused',
    bug: 'Old clients are kept happy by serving TLS 1.0 and 1.1 as well.',
    apply: ({ wire }) => {
      wire.oldestTls = 'TLSv1'
    },
  },
  {
    id: 'session-cookie',
    breaks: 'transport.no-cookies-are-set',
    bug: 'The web framework sets its session cookie on the answers of the interface too.',
    apply: answering(null, (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'Set-Cookie': 'session=1; HttpOnly' },
    })),
  },
  {
    id: 'connection-stays-logged-in',
    breaks: 'transport.no-session-is-kept',
    bug: 'Who called last over a connection is remembered, and a call without a token counts as theirs.',
    apply: ({ access }) => {
      const last = new WeakMap<object, string>()
      const { authorization } = access
      access.authorization = function remembered(request, query) {
        const given = authorization.call(this, request, query)
        if (given !== undefined && /^bearer/i.test(given)) last.set(request.socket, given)
        return given ?? last.get(request.socket)
      }
    },
  },
  {
    id: 'sandbox-has-no-feed',
    breaks: 'transport.sandbox-exposes-the-same-contract',
    bug: 'The feed was left out of the sandbox, where events were thought to matter less.',
    apply: answering('listEvents', (answer, asker) => (asker?.environment === 'sandbox' ? missing : answer)),
  },
  {
    id: 'address-of-one-company',
    breaks: 'transport.one-address-serves-every-company',
    bug: 'The address is set up for one company, which everybody who calls there is taken to belong to.',
    apply: ({ access }) => {
      const { account } = access
      access.account = function oneCompany(client, lender, _company, ...rest) {
        return account.call(this, client, lender, { id: 'cmp_cedarridge', name: 'Cedar Ridge' }, ...rest)
      }
    },
  },
  {
    id: 'ping-status-is-a-number',
    breaks: 'transport.ping-status-is-text',
    bug: 'The ping tells its status as a number.',
    apply: answering('ping', (answer) => withBody(answer, (body) => ({ ...body, status: 200 }))),
  },
  {
    id: 'ping-time-in-unix-seconds',
    breaks: 'transport.ping-time-is-a-timestamp',
    bug: 'The ping tells the time in Unix seconds.',
    apply: answering('ping', (answer) =>
      withBody(answer, (body) => ({ ...body, time: Math.floor(Date.now() / 1000) })),
    ),
  },
  {
    id: 'ping-greets-its-caller',
    breaks: 'transport.ping-holds-no-account-data',
    bug: 'The ping of a caller with a token says whose token it is.',
    apply: answering('ping', (answer, asker) =>
      withBody(answer, (body) => (asker?.clientId === undefined ? body : { ...body, client_id: asker.clientId })),
    ),
  },
]
