// Worker processes and the jobs they share: each does one at a time; one that dies or hangs is replaced and its job given up.
import { fork, type ChildProcess } from 'node:child_process'
import { CodedError, exitCodes } from '../../conformance/contract/coded-error.ts'
import type { Injected } from './injected.ts'
import type { Answer, Job } from './jobs.ts'

type PoolOptions = {
  worker: Injected['worker']
  workers: number
  /** How long one job may take before its worker is replaced. */
  limitMs: number
  onAnswer: (answer: Answer) => void
}

const isAnswer = (message: unknown): message is Answer => typeof message === 'object' && message !== null

const notStarted = (module: string, code: number | null): CodedError =>
  new CodedError(
    'worker_not_started',
    `${module} must start as a worker, but ended with exit code ${code}; see its output above.`,
    exitCodes.couldNotJudge,
  )

/**
 * Does every job; ends early when the signal says so. The list has the longest first, which wait a lot: one worker in four, about one
 * for each core, begins with the shortest, so that a core has work while the others wait.
 */
export const runJobs = async (jobs: readonly Job[], options: PoolOptions, signal: AbortSignal): Promise<void> => {
  const { worker, workers, limitMs, onAnswer } = options
  const waiting = [...jobs]

  const serve = (child: ChildProcess, take: () => Job | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      let current: Job | undefined
      let ready = false
      let timer: NodeJS.Timeout | undefined
      const giveUp = (why: string, late = false): void => {
        if (current) onAnswer({ id: current.id, failed: why, late })
        current = undefined
      }
      const next = (): void => {
        clearTimeout(timer)
        current = signal.aborted ? undefined : take()
        if (!current) return void (child.connected && child.disconnect())
        timer = setTimeout(() => {
          giveUp(`it was not done after ${limitMs / 1000} s`, true)
          child.kill('SIGKILL')
        }, limitMs)
        child.send(current)
      }
      child.on('message', (message) => {
        ready = true
        if (isAnswer(message) && current) {
          current = undefined
          onAnswer(message)
          if (message.renew === true) {
            clearTimeout(timer)
            return void child.disconnect()
          }
        }
        next()
      })
      child.once('exit', (code) => {
        clearTimeout(timer)
        giveUp(`its worker ended with exit code ${code}`)
        if (ready || signal.aborted) resolve()
        else reject(notStarted(worker.module, code))
      })
    })

  const running = new Set<ChildProcess>()
  const stop = (): void => {
    for (const child of running) child.kill('SIGKILL')
  }

  const lane = async (_: unknown, index: number): Promise<void> => {
    const take = (): Job | undefined => (index % 4 === 3 ? waiting.pop() : waiting.shift())
    while (waiting.length > 0 && !signal.aborted) {
      const child = fork(worker.module, worker.args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
      running.add(child)
      await serve(child, take).finally(() => running.delete(child))
    }
  }

  signal.addEventListener('abort', stop)
  process.once('exit', stop)
  try {
    await Promise.all(Array.from({ length: Math.min(workers, jobs.length) }).map(lane))
  } finally {
    signal.removeEventListener('abort', stop)
    process.off('exit', stop)
    // Where one lane has failed, the others have children left.
    stop()
  }
}
