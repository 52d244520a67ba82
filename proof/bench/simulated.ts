// A simulator that runs in a process of its own, with orders in it and tokens to ask for them.
import { draft } from './draft.ts'
import type { Load, Measured } from './make-load.ts'
import { startWorker, type Worker } from './worker.ts'

export type Simulated = { worker: Worker; url: string; controlUrl: string; tokens: string[] }

export const startSimulated = async (assay: string, options: object = {}, flags: string[] = []): Promise<Simulated> => {
  const worker = await startWorker('serve-simulator.js', [assay, JSON.stringify(options)], flags)
  return { worker, ...(await worker.ask<Omit<Simulated, 'worker'>>('start')) }
}

export const startLoad = (): Promise<Worker> => startWorker('make-load.js', [])

export const placing = ({ url, tokens }: Pick<Simulated, 'url' | 'tokens'>, amount: number): Load => ({
  url,
  method: 'POST',
  paths: ['/orders'],
  tokens,
  body: JSON.stringify(draft()),
  keyed: true,
  amount,
})

export const fill = (load: Worker, simulated: Simulated, orders: number): Promise<Measured> =>
  load.ask<Measured>('load', placing(simulated, orders))

/** Every answer has these, and a creation where it can be read. */
const own = /^(x-ratelimit-.*|location)$/

export const readAnswer = async ({ url, tokens }: Simulated, path: string, body?: string) => {
  const headers = { authorization: `Bearer ${tokens[0]}`, 'content-type': 'application/json' }
  const reply = await fetch(url + path, { headers, ...(body !== undefined && { method: 'POST', body }) })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  const sent = [...reply.headers].filter(([name]) => own.test(name))
  return { headers: Object.fromEntries(sent), text: await reply.text() }
}

export const readText = async (simulated: Simulated, path: string, body?: string): Promise<string> =>
  (await readAnswer(simulated, path, body)).text

/** Every event of the lender goes to that address. */
export const sendTo = async ({ url, tokens }: Simulated, receiver: string, events = ['*']): Promise<void> => {
  const webhook = { url: receiver, enabled: true, events, secret: 'a secret of thirty-two characters' }
  const headers = { authorization: `Bearer ${tokens[0]}`, 'content-type': 'application/json' }
  const reply = await fetch(`${url}/webhook`, { method: 'PUT', headers, body: JSON.stringify(webhook) })
  if (!reply.ok) throw new Error(`PUT /webhook: ${reply.status} ${await reply.text()}`)
}
