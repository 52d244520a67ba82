// A simulator that others may break, over plain HTTP and over TLS, and a client that reports what it saw of an answer.
import { Agent, request } from 'undici'
import type { Test } from 'tap'
import { startSimulator } from '../../simulator/start/start-simulator.ts'
import type { StartedSimulator, StartOptions } from '../../simulator/start/start-simulator.ts'
import { judgeAnswer } from '../simulator/judge-answer.ts'
import { minimal } from '../simulator/samples.ts'

type Json = Record<string, unknown>
type Seen = { status: number; headers: Record<string, string>; body: Json; text: string; chunks: number }
type Sent = {
  body?: unknown
  headers?: Record<string, string>
  token?: string
  base?: string
  signal?: AbortSignal
}
type Client = {
  simulator: StartedSimulator
  /** Holds each whole answer against the contract; rejects with the error of the connection. */
  send(method: 'GET' | 'POST' | 'PUT', path: string, sent?: Sent): Promise<Seen>
  /** Code of the connection's error; fails where an answer came. */
  lost(method: 'GET' | 'POST', path: string, sent?: Sent): Promise<string>
  draft(): Json
  token: string
}

export const transports = [
  { name: 'HTTP', tls: false },
  { name: 'TLS', tls: true },
]

export const startClient = async (t: Test, options: StartOptions = {}): Promise<Client> => {
  const simulator = await startSimulator({ clock: { mode: 'manual' }, ...options })
  const agent = new Agent({ connect: { rejectUnauthorized: false } })
  t.teardown(async () => {
    await agent.destroy()
    await simulator.close()
  })
  const send: Client['send'] = async (method, path, { body, headers, token = client.token, base, signal } = {}) => {
    const answer = await request(`${base ?? simulator.sandboxUrl}${path}`, {
      method,
      dispatcher: agent,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const chunks: Buffer[] = []
    for await (const chunk of answer.body) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const flat = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
    const seen = {
      status: answer.statusCode,
      headers: flat,
      body: JSON.parse(text) as Json,
      text,
      chunks: chunks.length,
    }
    const problems = judgeAnswer({ ...seen, method, path: path.split('?')[0]! })
    if (problems.length > 0) throw new Error(problems.join('; '))
    return seen
  }
  const client: Client = {
    simulator,
    send,
    lost: (method, path, sent) =>
      send(method, path, sent).then(
        ({ status }) => t.fail(`an answer came: ${status}`) as unknown as string,
        ({ name, code, message }: Error & { code?: string }) => (name === 'AbortError' ? 'aborted' : (code ?? message)),
      ),
    draft: () => minimal(simulator.clock.now()),
    token: '',
  }
  const { client_id, client_secret } = simulator.profile().credentials.main
  const granted = await send('POST', '/oauth/token', {
    body: { grant_type: 'client_credentials', client_id, client_secret },
  })
  client.token = granted.body['access_token'] as string
  return client
}

export const totalOf = async (client: Client): Promise<unknown> => (await client.send('GET', '/orders')).body['total']

export const counted = ({ simulator }: Client, id: string): [matched: number, struck: number, state: string] => {
  const { matched, struck, state } = simulator.faults.list().find((one) => one.id === id)!
  return [matched, struck, state]
}
