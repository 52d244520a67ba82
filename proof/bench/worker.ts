// A process of its own for each server, peer and load generator: asked over its channel, and timed from outside.
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Microseconds of processor time so far, and bytes in memory. */
export type Usage = { cpu: number; rss: number; heap: number }

export type Worker = {
  /** Milliseconds from its start until it said that it was ready. */
  readyMs: number
  ask<T>(what: string, given?: unknown): Promise<T>
  usage(): Promise<Usage>
  close(): Promise<void>
}

type Asked = { id: number; what: string; given: unknown }
type Said = { ready: true } | { id: number; answer?: unknown; error?: string }

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => (child.exitCode === null ? child.once('exit', () => resolve()) : resolve()))

/** `file` stands beside this one; `flags` are those of Node, besides those of this process (`--cpu-prof`). */
export const startWorker = async (file: string, args: readonly string[], flags: string[] = []): Promise<Worker> => {
  const began = performance.now()
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, { execArgv: [...process.execArgv, ...flags] })
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>()
  let asked = 0
  const isReady = new Promise<void>((resolve, reject) => {
    child.on('message', (said: Said) => {
      if ('ready' in said) return resolve()
      const one = waiting.get(said.id)
      waiting.delete(said.id)
      if (said.error === undefined) one?.resolve(said.answer)
      else one?.reject(new Error(said.error))
    })
    child.on('exit', (code) => {
      const error = new Error(`${file} ended with ${code}`)
      reject(error)
      for (const one of waiting.values()) one.reject(error)
    })
  })
  await isReady
  const readyMs = performance.now() - began
  const ask = <T>(what: string, given?: unknown): Promise<T> =>
    new Promise((resolve, reject) => {
      asked += 1
      waiting.set(asked, { resolve: resolve as (answer: unknown) => void, reject })
      child.send({ id: asked, what, given } satisfies Asked)
    })
  return {
    readyMs,
    ask,
    usage: () => ask<Usage>('usage'),
    async close() {
      if (child.connected) child.disconnect()
      await ended(child)
    },
  }
}

type Answers = Record<string, (given: never) => unknown>

/** In the process that was started: answers what is asked, and ends with its parent. */
export const answerTo = (answers: Answers, close: () => unknown = () => undefined): void => {
  const usage = (): Usage => {
    const { user, system } = process.cpuUsage()
    return { cpu: user + system, rss: process.memoryUsage.rss(), heap: process.memoryUsage().heapUsed }
  }
  const settle = (): Usage => {
    globalThis.gc?.()
    return usage()
  }
  const all: Answers = { usage, settle, ...answers }
  process.on('message', async ({ id, what, given }: Asked) => {
    try {
      process.send?.({ id, answer: await all[what]!(given as never) } satisfies Said)
    } catch (error) {
      process.send?.({ id, error: String(error) } satisfies Said)
    }
  })
  process.on('disconnect', async () => {
    await close()
    process.exit(0)
  })
  process.send?.({ ready: true } satisfies Said)
}
