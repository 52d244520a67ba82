import * as api from './client/index.js'
import { client } from './client/client.gen.js'
import { base, clientId, event, file, linkParts, newer, order, pdf, run, same, secret, textOf } from '../steps.js'

client.setConfig({ baseUrl: base })
let placed: api.Order
let document: api.DocumentSummary

await run({
  async token() {
    const { data } = await api.requestToken({
      body: { grant_type: 'client_credentials', client_id: clientId, client_secret: secret },
    })
    client.setConfig({ baseUrl: base, auth: data!.access_token })
  },
  async place() {
    const { data } = await api.createOrder({ headers: { 'Idempotency-Key': crypto.randomUUID() }, body: order })
    placed = data!
    same(placed.status.code, 'new')
    same(placed.dates.completed_at, null)
  },
  async read() {
    const { data } = await api.getOrder({ path: { order_id: placed.id } })
    same(data!.id, placed.id)
  },
  async list() {
    const { data } = await api.listOrders({ query: { status: ['new'], per_page: 100 } })
    same(
      data!.data.some(({ id }) => id === placed.id),
      true,
    )
  },
  async statuses() {
    const { data } = await api.listOrders({ query: { status: ['new', 'pending_review'], per_page: 100 } })
    same(
      data!.data.some(({ id }) => id === placed.id),
      true,
    )
  },
  async upload() {
    const { data } = await api.uploadDocument({
      path: { order_id: placed.id },
      body: { kind: 'supporting', purpose: 'other', file: file() },
    })
    document = data!
    same(document.size_bytes, pdf.length)
  },
  async download() {
    const { data: detail } = await api.getDocument({ path: { document_id: document.id } })
    const { data } = await api.downloadDocument({
      path: { document_id: document.id },
      query: linkParts(detail!.download.url),
    })
    same(await textOf(data), pdf)
  },
  async feed() {
    const seen: string[] = []
    let after: string | undefined
    do {
      const { data } = await api.listEvents({ query: { order_id: placed.id, per_page: 2, ...(after && { after }) } })
      seen.push(...data!.data.map(({ type }) => type))
      after = data!.next_cursor ?? undefined
    } while (after !== undefined)
    same(seen[0], 'order.created')
  },
  async refusal() {
    const { error, response } = await api.advanceOrder({
      path: { order_id: placed.id },
      body: { to_status: 'off_hold' },
    })
    same(response?.status, 409)
    same((error as api.Error).code, 'action_not_allowed_in_status')
  },
  async event() {
    const sent: api.OrderCreatedEvent = event
    same(sent.data.order_type.report_format, 'uad_3_6')
  },
  async new_field() {
    const { data } = await api.getOrder({ path: { order_id: placed.id }, baseUrl: newer })
    same(data!.order_type.code, '1004')
  },
})
