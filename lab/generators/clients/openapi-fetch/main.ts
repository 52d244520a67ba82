import createClient from 'openapi-fetch'
import type { components, paths } from './types.js'
import { base, clientId, event, file, linkParts, newer, order, pdf, run, same, secret, textOf } from '../steps.js'

const api = createClient<paths>({ baseUrl: base })
let placed: components['schemas']['Order']
let document: components['schemas']['DocumentSummary']

await run({
  async token() {
    const { data } = await api.POST('/oauth/token', {
      body: { grant_type: 'client_credentials', client_id: clientId, client_secret: secret },
    })
    const authorization = `Bearer ${data!.access_token}`
    api.use({ onRequest: ({ request }) => request.headers.set('authorization', authorization) })
  },
  async place() {
    const { data } = await api.POST('/orders', {
      params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
      body: order,
    })
    placed = data!
    same(placed.status.code, 'new')
    same(placed.dates.completed_at, null)
  },
  async read() {
    const { data } = await api.GET('/orders/{order_id}', { params: { path: { order_id: placed.id } } })
    same(data!.id, placed.id)
  },
  async list() {
    const { data } = await api.GET('/orders', { params: { query: { status: ['new'], per_page: 100 } } })
    same(
      data!.data.some(({ id }) => id === placed.id),
      true,
    )
  },
  async statuses() {
    const { data } = await api.GET('/orders', {
      params: { query: { status: ['new', 'pending_review'], per_page: 100 } },
      querySerializer: { array: { style: 'form', explode: false } },
    })
    same(
      data!.data.some(({ id }) => id === placed.id),
      true,
    )
  },
  async upload() {
    const { data } = await api.POST('/orders/{order_id}/documents', {
      params: { path: { order_id: placed.id } },
      body: { kind: 'supporting', purpose: 'other', file: file() as unknown as string },
      bodySerializer(body) {
        const form = new FormData()
        for (const [name, value] of Object.entries(body)) form.append(name, value as string | Blob)
        return form
      },
    })
    document = data!
    same(document.size_bytes, pdf.length)
  },
  async download() {
    const { data: detail } = await api.GET('/documents/{document_id}', {
      params: { path: { document_id: document.id } },
    })
    const { data } = await api.GET('/download/{document_id}', {
      params: { path: { document_id: document.id }, query: linkParts(detail!.download.url) },
      parseAs: 'text',
    })
    same(await textOf(data), pdf)
  },
  async feed() {
    const seen: string[] = []
    let after: string | undefined
    do {
      const { data } = await api.GET('/events', {
        params: { query: { order_id: placed.id, per_page: 2, ...(after && { after }) } },
      })
      seen.push(...data!.data.map(({ type }) => type))
      after = data!.next_cursor ?? undefined
    } while (after !== undefined)
    same(seen[0], 'order.created')
  },
  async refusal() {
    const { error, response } = await api.POST('/sandbox/orders/{order_id}/advance', {
      params: { path: { order_id: placed.id } },
      body: { to_status: 'off_hold' },
    })
    same(response.status, 409)
    same((error as components['schemas']['Error']).code, 'action_not_allowed_in_status')
  },
  async event() {
    const sent: components['schemas']['OrderCreatedEvent'] = event
    same(sent.data.order_type.report_format, 'uad_3_6')
  },
  async new_field() {
    const { data } = await api.GET('/orders/{order_id}', { params: { path: { order_id: placed.id } }, baseUrl: newer })
    same(data!.order_type.code, '1004')
  },
})
