import * as api from './client/index.js'
import { base, clientId, event, file, linkParts, newer, order, pdf, run, same, secret, textOf } from '../steps.js'

let accessToken = ''
const configuration = new api.Configuration({ basePath: base, accessToken: async () => accessToken })
const documents = new api.DocumentsApi(configuration)
let placed: api.Order
let document: api.DocumentSummary

await run({
  async token() {
    const answer = await new api.AuthenticationApi(configuration).requestToken({
      grantType: 'client_credentials',
      clientId,
      clientSecret: secret,
    })
    accessToken = answer.accessToken
  },
  async place() {
    placed = await new api.OrdersApi(configuration).createOrder({
      idempotencyKey: crypto.randomUUID(),
      createOrderRequest: api.CreateOrderRequestFromJSON(order),
    })
    same(placed.status.code, 'new')
    same(placed.dates.completedAt, null)
  },
  async read() {
    same((await new api.OrdersApi(configuration).getOrder({ orderId: placed.id })).id, placed.id)
  },
  async list() {
    const page = await new api.OrdersApi(configuration).listOrders({ status: ['new'], perPage: 100 })
    same(
      page.data.some(({ id }) => id === placed.id),
      true,
    )
  },
  async statuses() {
    const page = await new api.OrdersApi(configuration).listOrders({ status: ['new', 'pending_review'], perPage: 100 })
    same(
      page.data.some(({ id }) => id === placed.id),
      true,
    )
  },
  async upload() {
    document = await documents.uploadDocument({ orderId: placed.id, kind: 'supporting', file: file() })
    same(document.sizeBytes, pdf.length)
  },
  async download() {
    const detail = await documents.getDocument({ documentId: document.id })
    same(
      await textOf(await documents.downloadDocument({ documentId: detail.id, ...linkParts(detail.download.url) })),
      pdf,
    )
  },
  async feed() {
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await new api.EventsApi(configuration).listEvents({
        orderId: placed.id,
        perPage: 2,
        ...(after && { after }),
      })
      seen.push(...page.data.map(({ type }) => type))
      after = page.nextCursor ?? undefined
    } while (after !== undefined)
    same(seen[0], 'order.created')
  },
  async refusal() {
    const advance = { orderId: placed.id, advanceOrderRequest: { toStatus: 'off_hold' as const } }
    const error: unknown = await new api.SandboxApi(configuration)
      .advanceOrder(advance)
      .catch((thrown: unknown) => thrown)
    same(error instanceof api.ResponseError && error.response.status, 409)
    const body = api.ModelErrorFromJSON(await (error as api.ResponseError).response.json())
    same(body.code, 'action_not_allowed_in_status')
  },
  async event() {
    same(api.OrderCreatedEventFromJSON(event).data?.orderType.reportFormat, 'uad_3_6')
  },
  async new_field() {
    const later = new api.Configuration({ basePath: newer, accessToken: async () => accessToken })
    same((await new api.OrdersApi(later).getOrder({ orderId: placed.id })).orderType.code, '1004')
  },
})
