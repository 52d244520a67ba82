// The target's control port, where the profile names one: the clock and the rate limit window, nothing else yet needed.
import type { Wire } from './send.ts'
import { blocked } from './unjudged.ts'

export type Control = {
  /** Begins a new rate limit window. */
  renewRateLimit(): Promise<void>
  /** Moves the domain clock forward by some seconds and runs what falls due. */
  advanceClock(seconds: number): Promise<void>
}

export const createControl = (url: string, wire: Wire): Control => {
  const post = async (path: string, body: unknown): Promise<void> => {
    const { response, failure } = await wire.send({
      method: 'POST',
      url: url.replace(/\/+$/, '') + path,
      headers: [['Content-Type', 'application/json']],
      body: Buffer.from(JSON.stringify(body)),
    })
    if (response && response.status < 300) return
    throw blocked(`the control port did not take POST ${path} (${response?.status ?? failure?.message})`)
  }
  return {
    renewRateLimit: () => post('/rate-limit/renew', {}),
    advanceClock: (seconds) => post('/clock/advance', { seconds }),
  }
}
