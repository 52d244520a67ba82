import { randomUUID } from 'node:crypto'
import { OAuth2Client, OAuth2Fetch } from '@badgateway/oauth2-client'
import fetchRetry from 'fetch-retry'

const { ASSAY_SANDBOX_URL: api, ASSAY_MAIN_CLIENT_ID: clientId, ASSAY_MAIN_CLIENT_SECRET: clientSecret } = process.env

const retried = fetchRetry(fetch, { retries: 6, retryOn: [429, 500, 503] })
const client = new OAuth2Client({ tokenEndpoint: `${api}/oauth/token`, clientId, clientSecret, fetch: retried })
// The `fetch` of the wrapper is always the global one; its middleware takes another.
const send = new OAuth2Fetch({ client, getNewToken: () => client.clientCredentials() }).mw()

const call = async (method, url, body, headers = {}) => {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const given = { method, headers: { ...headers, ...type }, body: body && JSON.stringify(body) }
  const answer = await send(new Request(url, given), retried)
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer
}

const step = async (name, action) => {
  try {
    return await (await action()).json()
  } catch (error) {
    console.log(`${name}: ${error.message}`)
  }
}

console.log((await (await call('GET', `${api}/account`)).json()).lender.id)
await call('GET', `${api}/order-types`)
const draft = JSON.parse(process.env.LAB_DRAFT)
const created = await step('create', () => call('POST', `${api}/orders`, draft, { 'idempotency-key': randomUUID() }))
if (created !== undefined) {
  const order = `${api}/orders/${created.id}`
  await step('read', () => call('GET', order))
  await step('list', () => call('GET', `${api}/orders?status=new,on_hold&per_page=10`))
  await step('types', () => call('GET', `${api}/order-types?has_adu=${true}`))
  const message = { recipient: 'manager', subject: 'Access', body: 'The key is with the agent.', document_ids: [] }
  await step('message', () => call('POST', `${order}/messages`, message))
  await call('POST', `${api}/sandbox/orders/${created.id}/advance`, { to_status: 'report_complete' })
  const [{ id: document }] = (await (await call('GET', `${order}/documents`)).json()).data
  const { url } = (await (await call('GET', `${api}/documents/${document}`)).json()).download
  console.log((await (await call('GET', url)).arrayBuffer()).byteLength, 'bytes')
}
