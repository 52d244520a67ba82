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

export const readText = async ({ url, tokens }: Simulated, path: string, body?: string): Promise<string> => {
  const headers = { authorization: `Bearer ${tokens[0]}`, 'content-type': 'application/json' }
  const reply = await fetch(url + path, { headers, ...(body !== undefined && { method: 'POST', body }) })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return reply.text()
}
