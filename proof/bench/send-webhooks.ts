// What webhooks are measured against: a bare client that sends the same bytes over kept connections.
import { Pool } from 'undici'
import { answerTo } from './worker.ts'

export type Sending = { url: string; headers: string[]; body: string; amount: number }

const own = /^(host|connection|content-length)$/i

const kept: Record<string, Pool> = {}

answerTo({
  async send({ url, headers, body, amount }: Sending) {
    const { origin, pathname } = new URL(url)
    // Kept from one round to the next, as the simulator keeps its own.
    const pool = (kept[origin] ??= new Pool(origin, { connections: 100, pipelining: 1 }))
    const lines = headers.flatMap((name, at) => (at % 2 === 0 && !own.test(name) ? [name, headers[at + 1]!] : []))
    let sent = 0
    const one = async (): Promise<void> => {
      while (sent < amount) {
        sent += 1
        const reply = await pool.request({ path: pathname, method: 'POST', headers: lines, body })
        await reply.body.dump()
      }
    }
    const began = performance.now()
    await Promise.all(Array.from({ length: 100 }, one))
    const ms = performance.now() - began
    return ms
  },
})
