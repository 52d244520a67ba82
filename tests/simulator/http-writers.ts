// Clients that write to a simulator over HTTP all at once, and a ledger of what each was answered and what it still waits for.
import { createHash } from 'node:crypto'
import { Agent, request } from 'undici'
import type { Random } from '../../simulator/time/random.ts'
import { minimal, upload } from './samples.ts'

export type Server = { sandbox: string; production: string; control: string }

/** One acknowledged creation; `may`: the statuses that the order can be in by what was sent and answered. */
type Placed = {
  id: string
  writer: number
  key: string
  sent: string
  answer: string
  location: string
  may: string[]
}
type Attached = { order: string; writer: number; id: string; hash: string }
type Said = { order: string; writer: number; body: string }
type Issued = { client_id: string; client_secret: string }

export type Ledger = {
  placed: Placed[]
  attached: Attached[]
  said: Said[]
  issued: Issued[]
  /** For each writer, addresses that its webhook can have. */
  hooks: string[][]
  /** The last instant that an advance was answered with. */
  clock: number
  acknowledged: number
}

/** Stands for the address of a webhook that was never set. */
export const noHook = 'none'

export const emptyLedger = (): Ledger => ({
  placed: [],
  attached: [],
  said: [],
  issued: [],
  hooks: writers.map(() => [noHook]),
  clock: 0,
  acknowledged: 0,
})

/** The first two share an account. */
const credentials = [
  { client_id: 'cli_bluestem_sandbox', base: 'sandbox' },
  { client_id: 'cli_bluestem_sandbox_2', base: 'sandbox' },
  { client_id: 'cli_juniper_sandbox', base: 'sandbox' },
  { client_id: 'cli_bluestem_production', base: 'production' },
] as const

/** Two of each write at once, to orders of their own. */
const writers = [...credentials, ...credentials]

/** What a resumed order is, and what it becomes on its own. */
export const resumed = ['off_hold', 'new']

export const accounts = [0, 2, 3]
/** Its webhook is never reached, so that each of its events is owed. */
export const owed = 3
export const accountOf = (writer: number): number => {
  const credential = writer % credentials.length
  return credential === 1 ? 0 : credential
}

type Answer = { status: number; headers: Record<string, string>; bytes: Buffer }
type Json = Record<string, unknown>

export const jsonOf = <T = Json>({ bytes }: Answer): T => JSON.parse(bytes.toString()) as T
export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

export type Client = ReturnType<typeof clientOf>

/** Calls one server; `tokens` are those of the writers, made once for all servers of one file. */
export const clientOf = (server: Server, tokens: readonly string[]) => {
  const agent = new Agent({ keepAliveTimeout: 1000, connections: 16 })
  const ask = async (
    method: string,
    url: string,
    body?: string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const given = await request(url, {
      dispatcher: agent,
      method: method as 'GET',
      headers,
      ...(body !== undefined && { body }),
    })
    const bytes = Buffer.from(await given.body.arrayBuffer())
    if (given.statusCode !== 429)
      return { status: given.statusCode, headers: given.headers as Record<string, string>, bytes }
    // Links and token requests are counted as well.
    await company('POST', '/rate-limit/renew')
    return ask(method, url, body, headers)
  }
  const json = { 'content-type': 'application/json' }
  const company = (method: string, path: string, body?: unknown): Promise<Answer> => {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    return ask(method, `${server.control}${path}`, sent, sent === undefined ? {} : json)
  }
  const lender = (
    writer: number,
    method: string,
    path: string,
    body?: string | Buffer,
    headers: Record<string, string> = json,
  ): Promise<Answer> => {
    const url = `${server[writers[writer]!.base]}${path}`
    return ask(method, url, body, { ...(body !== undefined && headers), authorization: `Bearer ${tokens[writer]}` })
  }
  return { ask, company, lender, close: () => agent.destroy() }
}

/** Tokens that last as long as the test. */
export const signIn = async (server: Server): Promise<string[]> => {
  const client = clientOf(server, [])
  const tokens: string[] = []
  for (const { client_id } of writers) {
    const answer = await client.company('POST', '/tokens', { client_id, expires_in: 31_536_000 })
    tokens.push(jsonOf<{ access_token: string }>(answer).access_token)
  }
  await client.close()
  return tokens
}

/** The webhook of the account that is owed. */
export const putHook = async (server: Server, tokens: readonly string[], url: string): Promise<void> => {
  const client = clientOf(server, tokens)
  const hook = { url, enabled: true, events: ['*'], secret: 's'.repeat(40) }
  const { status, bytes } = await client.lender(owed, 'PUT', '/webhook', JSON.stringify(hook))
  await client.close()
  if (status !== 200) throw new Error(`the webhook was answered ${status}: ${bytes}`)
}

/** From now on what the account is owed has to outlive each kill. */
export const oweAll = async (server: Server, tokens: readonly string[], ledger: Ledger): Promise<void> => {
  const url = 'https://127.0.0.1:1/owed'
  await putHook(server, tokens, url)
  ledger.hooks[owed] = [url]
}

/** One act of a writer: writes into the ledger what may come of it, sends it, and writes there what was answered. */
const act = async (client: Client, ledger: Ledger, writer: number, random: Random, name: string): Promise<void> => {
  const { next } = random
  const own = ledger.placed.filter((one) => one.writer === writer)
  const order = own[Math.floor(next() * Math.min(own.length, 8)) + Math.max(0, own.length - 8)]
  const chance = next()
  const expect = (answer: Answer, status: number): Answer => {
    if (answer.status !== status)
      throw new Error(`${name}: ${status} was expected, but ${answer.status} came: ${answer.bytes}`)
    ledger.acknowledged += 1
    return answer
  }
  if (order === undefined || chance < 0.35) {
    const key = `key-${name}`
    const sent = JSON.stringify({
      ...minimal(Math.max(Date.now(), ledger.clock) + 40 * 86_400_000),
      lender_reference: name,
    })
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const answer = expect(await client.lender(writer, 'POST', '/orders', sent, headers), 201)
    const { id, status } = jsonOf<{ id: string; status: { code: string } }>(answer)
    const location = answer.headers['location']!
    ledger.placed.push({ id, writer, key, sent, answer: answer.bytes.toString(), location, may: [status.code] })
  } else if (chance < 0.55) {
    const isHeld = order.may.at(-1) === 'on_hold'
    const then = isHeld ? resumed : ['on_hold']
    order.may = [...order.may, ...then]
    expect(
      await client.lender(writer, 'POST', `/orders/${order.id}/${isHeld ? 'resume' : 'hold'}`, '{"reason":"r"}'),
      200,
    )
    order.may = then
  } else if (chance < 0.72) {
    const sent = JSON.stringify({ recipient: 'manager', body: name })
    expect(await client.lender(writer, 'POST', `/orders/${order.id}/messages`, sent), 201)
    ledger.said.push({ order: order.id, writer, body: name })
  } else if (chance < 0.82) {
    // One in three takes a while to come in, so that a kill meets it half.
    const value = Buffer.from(`%PDF-1.4\n${name.repeat(next() < 0.34 ? 60_000 : 50)}\n%%EOF`)
    const { body, headers } = upload({ value })
    const answer = expect(await client.lender(writer, 'POST', `/orders/${order.id}/documents`, body, headers), 201)
    ledger.attached.push({ order: order.id, writer, id: jsonOf<{ id: string }>(answer).id, hash: hashOf(value) })
  } else if (chance < 0.88) {
    const account = { lender_id: 'len_juniper', environment: 'sandbox' }
    const answer = jsonOf<{ client: { client_id: string }; client_secret: string }>(
      expect(await client.company('POST', '/clients', account), 201),
    )
    ledger.issued.push({ client_id: answer.client.client_id, client_secret: answer.client_secret })
  } else if (chance < 0.94) {
    const url = `https://receiver.example/${name}`
    const { hooks } = ledger
    const account = accountOf(writer)
    // Of two that set one webhook at once nobody could say which came last.
    if (account !== writer || account === owed) return
    hooks[account] = [...hooks[account]!, url]
    expect(await client.lender(writer, 'PUT', '/webhook', JSON.stringify({ url, enabled: false, events: ['*'] })), 200)
    hooks[account] = [url]
  } else {
    const answer = expect(await client.company('POST', '/clock/advance', { seconds: 1 + Math.floor(next() * 3) }), 200)
    ledger.clock = Math.max(ledger.clock, Date.parse(jsonOf<{ now: string }>(answer).now))
  }
}

/** Writes until the server is gone or `isOver` says so; `answered` is called with every answer. */
export const writeOn = async (
  client: Client,
  ledger: Ledger,
  random: Random,
  { name, isOver, answered }: { name: string; isOver: () => boolean; answered: () => void },
): Promise<void> => {
  const writer = async (index: number): Promise<void> => {
    for (let n = 0; !isOver(); n += 1) {
      try {
        await act(client, ledger, index, random, `${name}-${index}-${n}`)
      } catch (error) {
        // A call that was cut off is neither acknowledged nor refused.
        if (isOver()) return
        throw error
      }
      answered()
    }
  }
  await Promise.all(writers.map((_, index) => writer(index)))
}
