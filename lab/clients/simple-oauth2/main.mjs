import { randomUUID } from 'node:crypto'
import { ClientCredentials } from 'simple-oauth2'

const { ASSAY_SANDBOX_URL: api, ASSAY_MAIN_CLIENT_ID: id, ASSAY_MAIN_CLIENT_SECRET: secret } = process.env
const { origin, pathname } = new URL(api)

const client = new ClientCredentials({
  client: { id, secret },
  auth: { tokenHost: origin, tokenPath: `${pathname}/oauth/token` },
})

let token = await client.getToken({})

const call = async (method, url, body, headers = {}) => {
  if (token.expired()) token = await client.getToken({})
  const authorization = `Bearer ${token.token.access_token}`
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const given = { method, headers: { ...headers, ...type, authorization }, body: body && JSON.stringify(body) }
  const answer = await fetch(url, given)
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
