// Judges a client in a thread of its own, from the entries that it is given bit by bit.
import { Worker } from 'node:worker_threads'
import type { ClientFindings } from '../audit/client-findings.ts'
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import type { FromJudge, JudgedFrom, ToJudge } from './findings-messages.ts'

type ClientJudge = {
  /** JSON of a list of entries, which follow those added before. */
  add(entries: string): void
  /** Entries with smaller numbers are forgotten. */
  judge(from: JudgedFrom): Promise<ClientFindings>
  close(): Promise<void>
}

const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
const thread = new URL(`./findings-thread${extension}`, import.meta.url)

const failed = (why: string): CodedError =>
  new CodedError(
    'judge_failed',
    `assay itself failed to judge the client: ${why}; please report it.`,
    exitCodes.couldNotJudge,
  )

type Waiting = { resolve: (findings: ClientFindings) => void; reject: (error: Error) => void }

export const createClientJudge = (): ClientJudge => {
  const worker = new Worker(thread, { execArgv: [] })
  // A process whose simulator is closed does not wait for it.
  worker.unref()
  const waiting = new Map<number, Waiting>()
  let last = 0
  let ended: Error | undefined
  const end = (error: Error): void => {
    ended ??= error
    for (const { reject } of waiting.values()) reject(ended)
    waiting.clear()
  }
  worker.on('message', (message: FromJudge) => {
    const one = waiting.get(message.judged)
    waiting.delete(message.judged)
    if ('failed' in message) one?.reject(failed(message.failed))
    else one?.resolve(JSON.parse(message.findings) as ClientFindings)
  })
  worker.once('error', (error) => end(failed(error.message)))
  worker.once('exit', () => end(failed('its thread has ended')))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  const send = (message: ToJudge): void => worker.postMessage(message)
  return {
    add: (entries) => send({ add: entries }),
    judge: (from) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended)
        last += 1
        waiting.set(last, { resolve, reject })
        send({ judge: last, from })
      }),
    async close() {
      await worker.terminate()
    },
  }
}
