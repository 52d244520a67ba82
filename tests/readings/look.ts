// Looks at simulators from outside: one row shows what the default reading answers and what another one does.
import { request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { Test } from 'tap'
import { freedoms } from '../../simulator/behaviour/readings/choose.ts'
import { startSimulator } from '../../simulator/start/start-simulator.ts'
import type { StartedSimulator, StartOptions } from '../../simulator/start/start-simulator.ts'
import type { Role } from '../../simulator/engine/world.ts'

type Sent = {
  body?: unknown
  headers?: Record<string, string>
  /** Null sends no token. */
  as?: Role | null
  /** The network address that the call comes from. */
  from?: string
  base?: string
}
export type Seen = {
  status: number
  headers: IncomingMessage['headers']
  /** Header names as they were written. */
  names: string[]
  bytes: Buffer
  text: string
  body: unknown
}

/** What stands at a dotted path of a body; undefined where there is nothing. */
export const at = (body: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (one, step) => (typeof one === 'object' && one !== null ? (one as Record<string, unknown>)[step] : undefined),
      body,
    )

/** One field of every entry of a list. */
export const each = (body: unknown, path: string, field: string): unknown[] =>
  (at(body, path) as unknown[]).map((entry) => at(entry, field))

export type Eye = Awaited<ReturnType<typeof open>>

/** What one reading shows: how it is looked at, what the default shows, and what the reading does. */
export type Row = {
  reading: `${string}=${string}`
  look: (eye: Eye) => Promise<unknown>
  usual: unknown
  taken: unknown
}

const wholeUrl = (simulator: StartedSimulator, role: Role | null, base: string | undefined): string =>
  base ?? (role === 'production' ? simulator.productionUrl : simulator.sandboxUrl)

const transmit = (
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: Buffer | string,
  localAddress = '127.0.0.1',
) =>
  new Promise<Seen>((resolve, reject) => {
    const asked = httpRequest(url, { method, headers, localAddress }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const text = bytes.toString()
        const isJson =
          /json/.test(answer.headers['content-type'] ?? '') && !answer.headers['content-encoding'] && text !== ''
        const names = answer.rawHeaders.filter((_, index) => index % 2 === 0)
        const { statusCode: status = 0, headers: got } = answer
        resolve({ status, headers: got, names, bytes, text, body: isJson ? (JSON.parse(text) as unknown) : undefined })
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })

export const draft = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  order_type_code: '1004',
  due_date: '2090-01-06',
  loan: { purpose: 'refinance', number: 'L-1' },
  property: { address: { postal_code: '78701' }, type: 'single_family', occupancy: 'vacant' },
  borrowers: [
    {
      role: 'borrower',
      first_name: 'Ana',
      last_name: 'Núñez',
      contacts: [
        { type: 'phone', role: 'home', value: ' +1 512 555 0101' },
        { type: 'email', role: 'home', value: 'ana@example.test' },
      ],
    },
  ],
  ...more,
})

export const open = async (t: Test, options: StartOptions = {}) => {
  const simulator = await startSimulator({ clock: { mode: 'manual' }, ...options })
  t.teardown(() => simulator.close())
  const profile = simulator.profile()
  const tokens = new Map<Role, string>()

  const grant = (fields: Record<string, string>, headers: Record<string, string> = {}, query = '') =>
    transmit(
      `${simulator.sandboxUrl}/oauth/token${query}`,
      'POST',
      { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      new URLSearchParams(fields).toString(),
    )
  const credential = (role: Role) => {
    const { client_id, client_secret } = profile.credentials[role]!
    return { grant_type: 'client_credentials', client_id, client_secret }
  }
  const tokenOf = async (role: Role): Promise<string> => {
    const kept = tokens.get(role)
    if (kept !== undefined) return kept
    const { body } = await transmit(
      `${wholeUrl(simulator, role, undefined)}/oauth/token`,
      'POST',
      { 'content-type': 'application/json' },
      JSON.stringify(credential(role)),
    )
    const token = at(body, 'access_token') as string
    tokens.set(role, token)
    return token
  }
  const send = async (method: string, path: string, sent: Sent = {}): Promise<Seen> => {
    const { body, as = 'main', base, from } = sent
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
    const headers = {
      ...(as && { authorization: `Bearer ${await tokenOf(as)}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...sent.headers,
    }
    return transmit(
      `${wholeUrl(simulator, as, base)}${path}`,
      method,
      headers,
      isRaw ? body : body === undefined ? undefined : JSON.stringify(body),
      from,
    )
  }
  const get = (path: string, sent?: Sent) => send('GET', path, sent)
  const post = (path: string, body: unknown, sent?: Sent) => send('POST', path, { body, ...sent })
  const place = (more?: Record<string, unknown>, sent?: Sent) => post('/orders', draft(more), sent)
  const advance = (id: string, to_status: string) => post(`/sandbox/orders/${id}/advance`, { to_status })
  const placedAt = async (...statuses: string[]): Promise<string> => {
    const id = at((await place()).body, 'id') as string
    for (const status of statuses) await advance(id, status)
    return id
  }
  /** The company's side. */
  const company = (path: string, body: unknown = {}) =>
    transmit(`${simulator.controlUrl}${path}`, 'POST', { 'content-type': 'application/json' }, JSON.stringify(body))
  const change = (path: string, body: unknown) =>
    transmit(`${simulator.controlUrl}${path}`, 'PATCH', { 'content-type': 'application/json' }, JSON.stringify(body))
  return { simulator, profile, credential, tokenOf, grant, send, get, post, place, advance, placedAt, company, change }
}

const parts = (reading: string): [freedom: string, reading: string] => {
  const at = reading.indexOf('=')
  return [reading.slice(0, at), reading.slice(at + 1)]
}

/** Readings of different freedoms stand together: batch n takes the n-th row of each. */
const batches = (rows: readonly Row[]): Row[][] => {
  const seen = new Map<string, number>()
  const all: Row[][] = []
  for (const row of rows) {
    const [freedom] = parts(row.reading)
    const turn = seen.get(freedom) ?? 0
    seen.set(freedom, turn + 1)
    ;(all[turn] ??= []).push(row)
  }
  return all
}

/** Shows every row on a simulator that takes the default readings and on one that takes those of its batch. */
export const showRows = async (t: Test, rows: readonly Row[], options: StartOptions = {}): Promise<void> => {
  const usual = await open(t, options)
  const defaults = new Map(freedoms().map(({ id, default: taken }) => [id, taken]))
  for (const batch of batches(rows)) {
    const readings = Object.fromEntries(batch.map(({ reading }) => parts(reading)))
    const taken = await open(t, { ...options, readings })
    for (const row of batch) {
      const [freedom, reading] = parts(row.reading)
      t.not(defaults.get(freedom), reading, `${row.reading} is not the default`)
      // One after the other, as a look may hold the wire clock.
      const one = await row.look(usual)
      const other = await row.look(taken)
      t.strictSame(one, row.usual, `${row.reading}: the default`)
      t.strictSame(other, row.taken, row.reading)
      t.strictNotSame(row.usual, row.taken, `${row.reading} differs`)
    }
  }
}
