// What of a ledger of acknowledged writes a simulator does not have, as its clients see it over HTTP; and what it has by half.
import { accountOf, accounts, clientOf, hashOf, jsonOf, noHook, owed, resumed } from './http-writers.ts'
import type { Client, Ledger, Server } from './http-writers.ts'

type Item = { id: string; status: { code: string } }
type Raised = {
  id: string
  type: string
  order_id: string
  data: { status?: { code: string } }
  delivery: { status: string; next_attempt_at: string | null }
}
/** Without data where the order itself is lost. */
type Page = { data?: { body?: string }[] }

/** What was checked before, so that each round looks closely at what is new alone. */
export type Since = { placed: number; attached: number; said: number; issued: number }
export const all: Since = { placed: 0, attached: 0, said: 0, issued: 0 }
export const sinceNow = ({ placed, attached, said, issued }: Ledger): Since => ({
  placed: placed.length,
  attached: attached.length,
  said: said.length,
  issued: issued.length,
})

const ordersOf = async (client: Client, writer: number): Promise<Map<string, string>> => {
  const found = new Map<string, string>()
  for (let page = 1; ; page += 1) {
    const answer = jsonOf<{ data: Item[]; total: number }>(
      await client.lender(writer, 'GET', `/orders?per_page=100&page=${page}`),
    )
    for (const { id, status } of answer.data) found.set(id, status.code)
    if (answer.data.length < 100) return found
  }
}

const eventsOf = async (client: Client, writer: number): Promise<Raised[]> => {
  const found: Raised[] = []
  for (let after = ''; ;) {
    const path = `/events?per_page=100${after}`
    const { data, next_cursor } = jsonOf<{ data: Raised[]; next_cursor: string | null }>(
      await client.lender(writer, 'GET', path),
    )
    found.push(...data)
    if (next_cursor === null) return found
    after = `&after=${encodeURIComponent(next_cursor)}`
  }
}

const isOwed = ({ delivery }: Raised): boolean =>
  ['pending', 'failed'].includes(delivery.status) && delivery.next_attempt_at !== null

/** The ids of the events that the receiver of the account has not had. */
export const owedEvents = async (server: Server, tokens: readonly string[]): Promise<string[]> => {
  const client = clientOf(server, tokens)
  const events = await eventsOf(client, owed).finally(() => client.close())
  return events.filter(isOwed).map(({ id }) => id)
}

/** What is wrong with an account: orders lost, in a status that nobody asked for, or there without their events. */
const judgeAccount = async (client: Client, ledger: Ledger, account: number): Promise<string[]> => {
  const orders = await ordersOf(client, account)
  const events = await eventsOf(client, account)
  const wrong: string[] = []
  for (const one of ledger.placed.filter(({ writer }) => accountOf(writer) === account)) {
    const { id, may } = one
    const code = orders.get(id)
    if (code === undefined) wrong.push(`order ${id} is lost`)
    else if (!may.includes(code)) wrong.push(`order ${id} is ${code}, but was acknowledged as ${may.join(' or ')}`)
    // A call that was cut off has been carried out or not, and stays so.
    else one.may = code === 'off_hold' ? resumed : [code]
  }
  const created = new Map<string, number>()
  const last = new Map<string, string>()
  for (const event of events) {
    const { type, order_id, data, delivery } = event
    if (account === owed && !isOwed(event)) wrong.push(`${type} of ${order_id} is owed, but ${delivery.status}`)
    if (type === 'order.created') created.set(order_id, (created.get(order_id) ?? 0) + 1)
    if (data.status !== undefined) last.set(order_id, data.status.code)
    if (!orders.has(order_id)) wrong.push(`${type} is there without its order ${order_id}`)
  }
  for (const [id, code] of orders) {
    if (created.get(id) !== 1) wrong.push(`order ${id} has ${created.get(id) ?? 0} order.created`)
    // A resumed order moves on its own, between the list and the feed, too.
    const isMovingOn = code === resumed[0] && last.get(id) === resumed[1]
    if (last.get(id) !== code && !isMovingOn)
      wrong.push(`order ${id} is ${code}, but its last event says ${last.get(id)}`)
  }
  const { url } = jsonOf<{ url?: string | null }>(await client.lender(account, 'GET', '/webhook'))
  const hooks = ledger.hooks[account]!
  if (!hooks.includes(url ?? noHook)) wrong.push(`the webhook is ${url}, but was set to ${hooks.join(' or ')}`)
  else ledger.hooks[account] = [url ?? noHook]
  return wrong
}

/** Keys, files, messages and credentials that came since. */
const judgeDetails = async (client: Client, server: Server, ledger: Ledger, since: Since): Promise<string[]> => {
  const wrong: string[] = []
  for (const { id, writer, key, sent, answer, location } of ledger.placed.slice(since.placed)) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const again = await client.lender(writer, 'POST', '/orders', sent, headers)
    const isSame = again.status === 201 && again.bytes.toString() === answer && again.headers['location'] === location
    if (!isSame) wrong.push(`the key of ${id} is answered ${again.status} ${again.bytes.toString().slice(0, 60)}`)
  }
  for (const { writer, id, hash } of ledger.attached.slice(since.attached)) {
    const found = await client.lender(writer, 'GET', `/documents/${id}`)
    const { download } = jsonOf<{ download?: { url: string } }>(found)
    const file = download && (await client.ask('GET', download.url))
    if (!file || hashOf(file.bytes) !== hash)
      wrong.push(`the file of ${id} is not what was sent: ${found.status}, then ${file?.status}`)
  }
  const said = ledger.said.slice(since.said)
  for (const order of new Set(said.map((one) => one.order))) {
    const mine = said.filter((one) => one.order === order)
    const page = jsonOf<Page>(await client.lender(mine[0]!.writer, 'GET', `/orders/${order}/messages?per_page=100`))
    const there = (page.data ?? []).map(({ body }) => body)
    for (const { body } of mine)
      if (there.filter((one) => one === body).length !== 1) wrong.push(`message ${body} of ${order} is not there once`)
  }
  for (const { client_id, client_secret } of ledger.issued.slice(since.issued)) {
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString()
    const typed = { 'content-type': 'application/x-www-form-urlencoded' }
    const { status } = await client.ask('POST', `${server.sandbox}/oauth/token`, body, typed)
    if (status !== 200) wrong.push(`the credential ${client_id} is answered ${status}`)
  }
  return wrong
}

/** What of the ledger a server does not have. */
export const judge = async (
  server: Server,
  tokens: readonly string[],
  ledger: Ledger,
  since = all,
): Promise<string[]> => {
  const client = clientOf(server, tokens)
  try {
    const { now } = jsonOf<{ now: string }>(await client.company('GET', '/clock'))
    const wrong = Date.parse(now) < ledger.clock ? [`domain time went back to ${now}`] : []
    for (const account of accounts) wrong.push(...(await judgeAccount(client, ledger, account)))
    return [...wrong, ...(await judgeDetails(client, server, ledger, since))]
  } finally {
    await client.close()
  }
}
