// The exchanges of a shortened plan, as a rerun sent them: a shorter proof than what the run itself sent.
import { curlScript } from './curl-script.ts'
import type { CauseFound, Finding, RecordedExchange } from './run-record.ts'
import { scriptModel } from './script-model.ts'
import type { Run } from './summary.ts'
import { textOf } from './texts.ts'

const operations: Record<string, string> = {
  create: 'createOrder',
  advance: 'advanceOrder',
  hold: 'holdOrder',
  resume: 'resumeOrder',
  cancel: 'cancelOrder',
  amend: 'amendOrder',
  message: 'sendMessage',
  upload: 'uploadDocument',
  revision: 'createRevisionRequest',
}

const reads: Record<string, string> = {
  order: 'getOrder',
  requests: 'listRevisionRequests',
  messages: 'listMessages',
  documents: 'listDocuments',
}

const rerunSource = 'reruns'

/** The last rerun that sent just what the plan says. */
const lastRerun = (cause: CauseFound | null, run: Run): RecordedExchange[] | null => {
  if (!cause?.plan || !('plan' in cause.plan.run)) return null
  const { steps } = cause.plan.run.plan
  const wanted = steps.map(({ action }) =>
    action.do === 'read' ? reads[textOf(action['what'])] : operations[action.do],
  )
  if (wanted.includes(undefined)) return null
  const tries = run.exchanges.filter(({ source }) => source === rerunSource)
  const guilty = wanted.at(-1)
  for (let end = tries.length; end >= wanted.length; end -= 1) {
    const window = tries.slice(end - wanted.length, end)
    if (window.every(({ operation }, index) => operation === wanted[index]) && window.at(-1)?.operation === guilty)
      return window
  }
  return null
}

const statusOf = ({ received }: Finding): string | null =>
  typeof received === 'object' && !Array.isArray(received)
    ? null
    : (/\b([1-5]\d\d)\b/.exec(textOf(received))?.[1] ?? null)

/** Null where no plan was shortened, or its rerun ended otherwise than the finding says. */
export const shortenedRun = (finding: Finding, cause: CauseFound | null, run: Run): RecordedExchange[] | null => {
  const again = lastRerun(cause, run)
  const last = again?.at(-1)
  if (!again || !last) return null
  // A window of the same operations that ended otherwise would show something else.
  const status = statusOf(finding)
  const fits = finding.pointer !== 'status' || status === null || String(last.response?.status) === status
  return fits ? again : null
}

const misleading = {
  accuses: 'a server that keeps the contract fails these requests, too',
  misses: 'the target was sent these requests again and did not fail',
}

/** The script of a cause: the steps of its shortened plan where there is one. */
export const causeScript = (finding: Finding, cause: CauseFound | null, run: Run): string => {
  if (cause?.calls)
    return curlScript(run.findings[cause.calls_of ?? cause.example] ?? finding, run, {
      kept: new Set(cause.calls),
      refused: cause.calls_refused,
      isUntried: cause.calls_untried,
    })
  if (cause?.script) return curlScript(finding, run, { why: misleading[cause.script] })
  const again = shortenedRun(finding, cause, run)
  const short = again && { ...finding, requests: again.map(({ id }) => id) }
  // What only the feed shows, the steps of a plan do not.
  return curlScript(short && scriptModel(short, run)?.verdict ? short : finding, run)
}
