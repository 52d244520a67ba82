// One process that does one job after another; it is replaced when it hangs, and from time to time.
import { fork, type ChildProcess } from 'node:child_process'
import type { JudgedReadings } from './judge-readings.ts'

export type Job = {
  name: string
  simulator: { vary?: number; readings?: Record<string, string> }
  /** All when empty. */
  areas: string[]
  only: string[]
  record?: string | undefined
}

export type Answer = { judged: JudgedReadings } | { failed: string }

/** @param script what is started with `--worker`, and answers jobs */
export const createLane = (script: string) => {
  const mostJobs = 25
  const limitMs = 900_000
  let child: ChildProcess | null = null
  let done = 0
  const start = (): Promise<ChildProcess> =>
    new Promise((resolve, reject) => {
      const started = fork(script, ['--worker'], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      started.once('message', () => resolve(started))
      started.once('exit', (code) => reject(new Error(`A worker ended with ${code} before it was ready.`)))
    })
  const close = (): void => {
    child?.kill('SIGKILL')
    child = null
    done = 0
  }
  const ask = async (job: Job): Promise<Answer> => {
    if (done >= mostJobs) close()
    const served = (child ??= await start())
    done += 1
    return new Promise((resolve) => {
      const end = (answer: Answer, isLost: boolean): void => {
        clearTimeout(timer)
        served.removeAllListeners()
        if (isLost) close()
        resolve(answer)
      }
      const timer = setTimeout(() => end({ failed: `it was not done after ${limitMs / 1000} s` }, true), limitMs)
      served.once('message', (answer) => end(answer as Answer, false))
      served.once('exit', (code) => end({ failed: `its worker ended with exit code ${code}` }, true))
      served.send(job)
    })
  }
  return { ask, close }
}
