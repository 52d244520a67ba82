// The same target with a generated mutant in it, or with the mutated code and no mutant switched on, in a fresh process.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Target } from './peer.ts'
import type { PreparedTarget } from './target.ts'

/** `number` is that of the mutant in the build that stands in the folder; null for none. */
export type MutantBuilt = { folder: string; number: string | null; hitLimit: number }

export type MutantStart = MutantBuilt & { port: number; seed: number }

export type MutantReply = { target: Target } | { requests: number } | { failed: string }

const program = fileURLToPath(new URL('./mutant-main.js', import.meta.url))

/** What is prepared may wait for answers that never come. */
const limitMs = 60_000

/** @throws Error where it does not start: a mutant that everybody sees */
export const startMutant = async (port: number, seed: number, built: MutantBuilt): Promise<PreparedTarget> => {
  const child = fork(program, [JSON.stringify({ ...built, port, seed } satisfies MutantStart)], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  let requests = 0
  const ended = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  const timeout = setTimeout(() => void stop(), limitMs)
  const started = new Promise<Target>((resolve, reject) => {
    child.on('message', (reply) => {
      const given = reply as MutantReply
      if ('target' in given) resolve(given.target)
      else if ('failed' in given) reject(new Error(given.failed))
      else requests = given.requests
    })
    child.once('exit', () => reject(new Error('the target ended as it started, or did not start in time')))
  })
  try {
    return { ...(await started), requests: () => requests, stop }
  } catch (error) {
    await stop()
    throw error
  } finally {
    clearTimeout(timeout)
  }
}
