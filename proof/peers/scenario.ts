// What the scripted peers send: every operation, an order's whole life, and the refusals a careful client would try.
import { draftOf } from './examples.ts'
import { amending, listening, living, revising, talking } from './scenario-life.ts'
import type { Step, Values } from './step.ts'

const reads = (): Step[] => [
  { id: 'ping', operation: 'ping', as: 'nobody', status: 200 },
  { id: 'account', operation: 'getAccount', status: 200 },
  { id: 'account-nobody', operation: 'getAccount', as: 'nobody', status: 401 },
  { id: 'account-stranger', operation: 'getAccount', as: 'stranger', status: 401 },
  { id: 'catalog', operation: 'listOrderTypes', status: 200 },
  { id: 'catalog-adu', operation: 'listOrderTypes', params: { has_adu: true }, status: 200 },
  { id: 'catalog-format', operation: 'listOrderTypes', params: { report_format: 'uad_3_6' }, status: 200 },
  { id: 'catalog-page', operation: 'listOrderTypes', params: { page: 2, per_page: 3 }, status: 200 },
  { id: 'catalog-nobody', operation: 'listOrderTypes', as: 'nobody', status: 401 },
]

const tokens = ({ clientId, clientSecret }: Values): Step[] => {
  const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const form = { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(grant).toString() }
  const token = (id: string, status: number, body: object): Step => ({
    id: `token-${id}`,
    operation: 'requestToken',
    as: 'nobody',
    body,
    status,
  })
  return [
    token('json', 200, grant),
    { id: 'token-form', operation: 'requestToken', as: 'nobody', raw: form, status: 200 },
    token('wrong-secret', 401, { ...grant, client_secret: 'wrong' }),
    token('unknown-client', 401, { ...grant, client_id: 'cli_none' }),
    token('other-grant', 400, { ...grant, grant_type: 'password' }),
    token('no-grant', 400, { client_id: clientId, client_secret: clientSecret }),
    { id: 'token-xml', operation: 'requestToken', as: 'nobody', raw: { type: 'text/xml', text: '<a/>' }, status: 415 },
  ]
}

const placing = ({ now }: Values): Step[] => {
  const draft = draftOf(now)
  const place = (key: string, status: number, body: object, more: Partial<Step> = {}): Step => ({
    id: `place-${key}`,
    operation: 'createOrder',
    headers: { 'Idempotency-Key': `peers-${key}` },
    body,
    status,
    ...more,
  })
  const again = { headers: { 'Idempotency-Key': 'peers-first' } }
  const address = { street: '1 Nowhere', postal_code: '00000' }
  const property = draft['property'] as object
  const loan = draft['loan'] as object
  const [borrower] = draft['borrowers'] as [object]
  const { due_date: _, ...undated } = draft
  return [
    place('first', 201, draft, { keep: { a: 'id', number: 'order_number' } }),
    place('repeat', 201, draft, again),
    place('reused', 409, { ...draft, lender_reference: 'other' }, again),
    place('second', 201, draft, { keep: { b: 'id' } }),
    place('third', 201, { ...draft, lender_reference: 'REF-0003' }, { keep: { c: 'id' } }),
    place('nobody', 401, draft, { as: 'nobody' }),
    place('no-product', 422, { ...draft, order_type_code: 'no-such-product' }),
    place('no-due-date', 422, undated),
    place('past-due-date', 422, { ...draft, due_date: '2020-01-31' }),
    place('date-of-no-day', 422, { ...draft, due_date: '2027-02-30' }),
    place('purpose', 422, { ...draft, loan: { ...loan, purpose: 'gift' } }),
    place('price', 422, { ...draft, loan: { ...loan, purchase_price: '1.2.3' } }),
    place('property-type', 422, { ...draft, property: { ...property, type: 'castle' } }),
    place('no-adu', 422, { ...draft, add_on_codes: ['ADU'] }),
    place('no-add-on', 422, { ...draft, add_on_codes: ['NONE'] }),
    place('postal-code', 422, { ...draft, property: { ...property, address } }),
    place('no-borrower', 422, { ...draft, borrowers: [] }),
    place('three-borrowers', 422, { ...draft, borrowers: [borrower, borrower, borrower] }),
    place('borrower-role', 422, { ...draft, borrowers: [{ ...borrower, role: 'friend' }] }),
    { ...place('unreadable', 400, {}), body: undefined, raw: { type: 'application/json', text: '{"due_date":' } },
    { ...place('xml', 415, {}), body: undefined, raw: { type: 'application/xml', text: '<order/>' } },
  ]
}

const orders = (): Step[] => [
  { id: 'list', operation: 'listOrders', status: 200 },
  { id: 'list-page', operation: 'listOrders', params: { page: 2, per_page: 1 }, status: 200 },
  { id: 'list-new', operation: 'listOrders', params: { status: 'new,on_hold' }, status: 200 },
  { id: 'list-since', operation: 'listOrders', params: { updated_since: '2026-01-01T00:00:00Z' }, status: 200 },
  { id: 'list-number', operation: 'listOrders', params: { order_number: '<number>' }, status: 200 },
  { id: 'list-reference', operation: 'listOrders', params: { lender_reference: 'REF-0001' }, status: 200 },
  { id: 'list-nobody', operation: 'listOrders', as: 'nobody', status: 401 },
  { id: 'read', operation: 'getOrder', params: { order_id: '<a>' }, status: 200 },
  { id: 'read-none', operation: 'getOrder', params: { order_id: 'ord_none' }, status: 404 },
  { id: 'read-other', operation: 'getOrder', params: { order_id: '<a>' }, as: 'other_lender', status: 404 },
  { id: 'read-nobody', operation: 'getOrder', params: { order_id: '<a>' }, as: 'nobody', status: 401 },
]

export const scenario = (values: Values): Step[] => [
  ...reads(),
  ...tokens(values),
  ...placing(values),
  ...orders(),
  ...amending(values),
  ...living(),
  ...revising(),
  ...talking(),
  ...listening(),
]
