// A process of its own for a peer that is a library: looks at one target after another, and may be killed when it hangs.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { gaveUp, type Complaint, type RunningPeer, type Target } from './peer.ts'

export type Inside = (target: Target) => Promise<Complaint[]>

type Reply = { complaints: Complaint[] } | { failed: string }

const program = fileURLToPath(new URL('./worker-main.js', import.meta.url))
const limitMs = 120_000

/** Looks into the target in a worker; one that hangs or dies says so, and the next target gets a new one. */
export const inWorker = (id: string): RunningPeer => {
  let child: ChildProcess | null = null
  const started = (): ChildProcess => {
    if (child?.connected) return child
    const env = { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1' }
    child = fork(program, [id], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env,
    })
    return child
  }
  const stop = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    stop,
    async examine(target) {
      const worker = started()
      const reply = await new Promise<Reply>((resolve) => {
        const timer = setTimeout(() => resolve({ failed: 'no result in time' }), limitMs)
        const settle = (given: Reply): void => {
          clearTimeout(timer)
          worker.removeAllListeners()
          resolve(given)
        }
        worker.once('message', (message) => settle(message as Reply))
        worker.once('exit', () => settle({ failed: 'the tool ended without a result' }))
        worker.once('error', (error) => settle({ failed: error.message }))
        worker.send(target)
      })
      if ('complaints' in reply) return reply.complaints
      await stop()
      return [gaveUp(reply.failed)]
    },
  }
}
