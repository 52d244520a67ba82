// The target's control port, where the profile names one: the clock, the rate limit window, and what only the company can do.
import { jsonOf } from './exchange.ts'
import type { Wire } from './send.ts'
import { blocked } from './unjudged.ts'

export type Control = {
  /** Begins a new rate limit window. */
  renewRateLimit(): Promise<void>
  /** Moves the domain clock forward by some seconds and runs what falls due. */
  advanceClock(seconds: number): Promise<void>
  /** Any operation of the control port; gives its answer's body. @throws Unjudged when the port refuses it. */
  ask(method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: unknown): Promise<unknown>
}

export const createControl = (url: string, wire: Wire): Control => {
  const ask: Control['ask'] = async (method, path, body) => {
    const { response, failure } = await wire.send({
      method,
      url: url.replace(/\/+$/, '') + path,
      headers: body === undefined ? [] : [['Content-Type', 'application/json']],
      body: body === undefined ? null : Buffer.from(JSON.stringify(body)),
    })
    if (response && response.status < 300) return jsonOf(response.body)
    throw blocked(`the control port did not take ${method} ${path} (${response?.status ?? failure?.message})`)
  }
  const post = async (path: string, body: unknown): Promise<void> => void (await ask('POST', path, body))
  return {
    renewRateLimit: () => post('/rate-limit/renew', {}),
    advanceClock: (seconds) => post('/clock/advance', { seconds }),
    ask,
  }
}
