// The examples of /docs are taken as they stand: each of them is sent, by each credential that has one, in a state that it fits.
import t from 'tap'
import type { Test } from 'tap'
import { start, type Api, type Method } from './simulator/support.ts'

type Examples = { examples?: Record<string, unknown>[] }
type Operation = {
  operationId: string
  parameters?: { $ref?: string }[]
  requestBody?: { content: Record<string, { schema: { $ref: string } }> }
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Examples>; parameters: { IdempotencyKey: { example: string } } }
}

const documentOf = async (api: Api, clientId = ''): Promise<Document> => {
  const answer = await fetch(`${api.simulator.controlUrl}/docs/openapi.json?client_id=${clientId}`)
  return (await answer.json()) as Document
}

/** As the page sends it: to the path with what it names filled in, with the key that the page shows. */
const sendAll = async (t: Test, api: Api, document: Document): Promise<string[]> => {
  const { client_id, client_secret } = api.simulator.profile().credentials.main
  const orderIn = async (status: string) => ({ order_id: (await api.reach(status)).id })
  const states: Record<string, () => Promise<{ order_id?: string } & Record<string, unknown>>> = {
    // The page knows the secret of its credential, which a document that anybody may read does not have.
    requestToken: async () => ({ body: { client_id, client_secret } }),
    createOrder: async () => ({}),
    amendOrder: () => orderIn('new'),
    holdOrder: () => orderIn('new'),
    createRevisionRequest: async () => {
      const { order_id } = await orderIn('report_complete')
      return { order_id, document: (await api.attach(order_id)).id }
    },
    sendMessage: () => orderIn('new'),
    setWebhook: async () => ({}),
    testWebhook: async () => ({}),
    advanceOrder: () => orderIn('new'),
  }
  const sent: string[] = []
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, { operationId, requestBody }] of Object.entries(operations))
      for (const [type, { schema }] of Object.entries(requestBody?.content ?? {}))
        for (const example of document.components.schemas[schema.$ref.split('/').at(-1)!]!.examples ?? []) {
          // A form without the id of the client stands beside a Basic header.
          if (operationId === 'requestToken' && !('client_id' in example)) continue
          const { order_id = '', body: own, document: file } = await states[operationId]!()
          const named = 'document_ids' in example && file !== undefined ? { document_ids: [file] } : {}
          const body = {
            ...example,
            ...(own as object),
            ...(!Array.isArray(example['document_ids']) || example['document_ids'].length > 0 ? named : {}),
          }
          const isForm = type === 'application/x-www-form-urlencoded'
          const answer = await api.call(
            operationId === 'requestToken' ? null : 'main',
            method.toUpperCase() as Method,
            path.replace('{order_id}', order_id),
            {
              body: isForm ? new URLSearchParams(body as Record<string, string>).toString() : body,
              headers: {
                ...(isForm && { 'content-type': type }),
                ...(operationId === 'createOrder' && {
                  'idempotency-key': document.components.parameters.IdempotencyKey.example,
                }),
              },
            },
          )
          t.ok(answer.status >= 200 && answer.status < 300, `${operationId}: ${answer.status} ${answer.bytes}`)
          sent.push(operationId)
        }
  return sent
}

t.test('each example of a request is taken', async (t) => {
  const api = await start(t, { allowHttpWebhooks: true })
  const sent = await sendAll(t, api, await documentOf(api))
  t.ok(sent.includes('createOrder') && sent.includes('createRevisionRequest'), sent.join(', '))
})

t.test('an order is placed by each credential, from the catalog of its company, also years later', async (t) => {
  const api = await start(t)
  const { main, other_company } = api.simulator.profile().credentials
  const order = async (role: 'main' | 'other_company', clientId: string) => {
    const { components } = await documentOf(api, clientId)
    const body = components.schemas['CreateOrderRequest']!.examples![0]!
    const headers = { 'idempotency-key': components.parameters.IdempotencyKey.example }
    return { ...(await api.call(role, 'POST', '/orders', { body, headers })), product: body['order_type_code'] }
  }
  const [one, other] = [await order('main', main.client_id), await order('other_company', other_company!.client_id)]
  t.strictSame([one.status, other.status], [201, 201])
  t.not(one.product, other.product)
  await api.simulator.advance(800 * 86_400)
  const later = await order('main', main.client_id)
  t.equal(later.status, 201)
  t.match(await documentOf(api, 'cli_of_nobody'), {
    components: { schemas: { CreateOrderRequest: { examples: [{ order_type_code: one.product }] } } },
  })
})
