// Permitted readings of the event feed: each shown over HTTP to differ from the default in its way.
import t from 'tap'
import { type Api } from '../simulator/support.ts'
import { issueClient, look, recordsOf, send, type Wire } from './feed.ts'
import { outcome, shown, type Cases } from './shown.ts'

const day = 86_400
const secret = 'a secret of this test, with 43 characters.'
const url = 'https://hooks.example.test/appraisals'

const asked = (query: string) => async (api: Api) => {
  const answer = await look(api, query)
  return answer.status < 300 ? (answer.body['data'] as unknown[]).length : outcome(answer)
}

const expired = async (api: Api) => {
  const { id } = await api.create()
  const [event] = await recordsOf(api, id)
  await api.simulator.advance(32 * day)
  const answer = await look(api, `after=${event!.id}`)
  return answer.status < 300 ? 'taken' : outcome(answer)
}

const fresh = async (api: Api) => {
  await api.create()
  await api.simulator.advance(1)
  const { token } = await issueClient(api)
  await api.create()
  const { body } = await look(api, 'type=order.created&per_page=100', token)
  return (body['data'] as unknown[]).length
}

/** The first events of the order's two: whether the page of both ends the walk. */
const fullPage = async (api: Api) => {
  const { id } = await api.create()
  await api.move(id, 'appraiser_assigned')
  const count = (await recordsOf(api, id)).length
  const { body } = await look(api, `order_id=${id}&per_page=${count}`)
  return body['next_cursor'] === null
}

const cursor = async (api: Api) => {
  await api.create()
  await api.create()
  const { body } = await look(api, 'per_page=1')
  return String(body['next_cursor']).startsWith('evt_')
}

const walkedPages = async (api: Api) => {
  const { id } = await api.create()
  await api.move(id, 'appraiser_assigned')
  const { body } = await look(api, `order_id=${id}&per_page=100`)
  return body['next_cursor'] !== null
}

const seenAtOnce = async (api: Api) => (await recordsOf(api, (await api.create()).id)).length
const retained = async (api: Api) => {
  const { id } = await api.create()
  await api.simulator.advance(30 * day + 1)
  return (await recordsOf(api, id)).length
}

/** What the delivery of an event says that nobody was to get. */
const unsent = (put?: Wire) => async (api: Api) => {
  if (put) await send(api, 'PUT', '/webhook', put)
  const { id } = await api.create()
  return (await recordsOf(api, id))[0]!.delivery.status
}

const feed: Cases = {
  'feed.scope=credential': [fresh, 1],
  'feed.unknown-cursor=status-422': [asked('after=evt_x'), '422 validation_failed'],
  'feed.unknown-cursor=status-400': [asked('after=evt_x'), '400 invalid_request'],
  'feed.unknown-cursor=status-404': [asked('after=evt_x'), '404 not_found'],
  'feed.expired-cursor=status-422': [expired, '422 validation_failed'],
  'feed.expired-cursor=status-400': [expired, '400 invalid_request'],
  'feed.expired-cursor=status-404': [expired, '404 not_found'],
  'feed.cursor-on-exact-last-page=last-id': [fullPage, false],
  'feed.cursor-form=own-text': [cursor, false],
  'feed.short-pages=short-pages': [walkedPages, true],
  'feed.unconfigured-status-word=pending': [unsent(), 'pending'],
  'feed.unconfigured-status-word=another-word': [unsent(), 'unconfigured'],
  'feed.disabled-status-word=pending': [unsent({ url, secret, enabled: false }), 'pending'],
  'feed.disabled-status-word=another-word': [unsent({ url, secret, enabled: false }), 'disabled'],
  'feed.unknown-type-filter=matches-nothing': [asked('type=order.exploded'), 0],
  'feed.unknown-type-filter=status-400': [asked('type=order.exploded'), '400 invalid_request'],
  'feed.type-lists=comma-lists': [
    async (api) => (await look(api, 'type=order.created,order.assigned&delivery_status=failed,pending')).status,
    200,
  ],
  'feed.unknown-delivery-status-filter=matches-nothing': [asked('delivery_status=lost'), 0],
  'feed.unknown-delivery-status-filter=status-400': [asked('delivery_status=lost'), '400 invalid_request'],
  'feed.other-order-filter=status-404': [asked('order_id=ord_x'), '404 not_found'],
  'feed.other-order-filter=status-422': [asked('order_id=ord_x'), '422 validation_failed'],
  'feed.retention-edge=swept-later': [retained, 1],
  'feed.visibility-lag=shortly-after': [seenAtOnce, 0],
}

const alone = ['feed.scope', 'feed.expired-cursor', 'feed.short-pages', 'feed.retention-edge', 'feed.visibility-lag']

await shown(t, feed, alone)
