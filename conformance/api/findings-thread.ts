// The thread that judges a client while it works: judging takes up to a second, for which no request is to wait.
import { parentPort } from 'node:worker_threads'
import { clientFindings } from '../audit/client-findings.ts'
import type { HarEntry } from '../audit/journal/har-entry.ts'
import type { FromJudge, JudgedFrom, ToJudge } from './findings-messages.ts'

const port = parentPort!
let entries: HarEntry[] = []

const numberOf = ({ _id }: HarEntry): number => Number(_id?.slice(1))

const answer = ({ judge, from }: { judge: number; from: JudgedFrom }): FromJudge => {
  try {
    const firstOf = ({ _kind }: HarEntry): number => (_kind === 'delivery' ? from.deliveries : from.requests)
    entries = entries.filter((entry) => numberOf(entry) >= firstOf(entry))
    return { judged: judge, findings: JSON.stringify(clientFindings(entries)) }
  } catch (error) {
    return { judged: judge, failed: (error as Error).message }
  }
}

port.on('message', (message: ToJudge) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  if ('judge' in message) port.postMessage(answer(message))
  else entries.push(...(JSON.parse(message.add) as HarEntry[]))
})
