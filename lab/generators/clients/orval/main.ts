import * as api from './client.js'
import { base, clientId, event, file, linkParts, newer, order, pdf, run, same, secret, textOf } from '../steps.js'

// What it generates has no setting for the address of the server.
const usual = globalThis.fetch
let server = base
globalThis.fetch = (url, options) => usual(String(url).startsWith('/') ? server + url : url, options)

let headers = {}
let placed: api.Order
let document: api.DocumentSummary

await run({
  async token() {
    const { data, status } = await api.requestToken(
      { grant_type: 'client_credentials', client_id: clientId, client_secret: secret },
      { headers: { 'content-type': 'application/json' } },
    )
    same(status, 200)
    headers = { authorization: `Bearer ${(data as api.TokenResponse).access_token}` }
  },
  async place() {
    const { data } = await api.createOrder(order, { headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() } })
    placed = data as api.Order
    same(placed.status.code, 'new')
    same(placed.dates.completed_at, null)
  },
  async read() {
    const { data } = await api.getOrder(placed.id, { headers })
    same((data as api.Order).id, placed.id)
  },
  async list() {
    const { data } = await api.listOrders({ status: ['new'], per_page: 100 }, { headers })
    same(
      (data as api.OrderList).data.some(({ id }) => id === placed.id),
      true,
    )
  },
  async statuses() {
    const { data } = await api.listOrders({ status: ['new', 'pending_review'], per_page: 100 }, { headers })
    same(
      (data as api.OrderList).data.some(({ id }) => id === placed.id),
      true,
    )
  },
  async upload() {
    const { data } = await api.uploadDocument(
      placed.id,
      { kind: 'supporting', purpose: 'other', file: file() },
      { headers },
    )
    document = data as api.DocumentSummary
    same(document.size_bytes, pdf.length)
  },
  async download() {
    const { data: detail } = await api.getDocument(document.id, { headers })
    const link = linkParts((detail as api.DocumentDetail).download.url)
    const { data } = await api.downloadDocument(document.id, link)
    same(await textOf(data), pdf)
  },
  async feed() {
    const seen: string[] = []
    let after: string | undefined
    do {
      const { data } = await api.listEvents({ order_id: placed.id, per_page: 2, ...(after && { after }) }, { headers })
      seen.push(...(data as api.EventFeed).data.map(({ type }) => type))
      after = (data as api.EventFeed).next_cursor ?? undefined
    } while (after !== undefined)
    same(seen[0], 'order.created')
  },
  async refusal() {
    const { data, status } = await api.advanceOrder(placed.id, { to_status: 'off_hold' }, { headers })
    same(status, 409)
    same((data as api.Error).code, 'action_not_allowed_in_status')
  },
  async event() {
    const sent: api.OrderCreatedEvent = event
    same(sent.data.order_type.report_format, 'uad_3_6')
  },
  async new_field() {
    server = newer
    const { data } = await api.getOrder(placed.id, { headers })
    same((data as api.Order).order_type.code, '1004')
  },
})
