// `assay`: runs a conformance test from code and resolves with its report.
import { Worker } from 'node:worker_threads'
import { together } from '../reports/reporters/together.ts'
import type { Report } from '../reports/report.ts'
import type { RunEvent } from '../reports/run-record.ts'
import type { ConformOptions, TargetProfile } from './api/conform-options.ts'
import type { FromRun, RunGiven, ToRun } from './api/messages.ts'

export type * from './api/conform-options.ts'
export type { Report } from '../reports/report.ts'
export type { Reporter, RunEvent } from '../reports/run-record.ts'

const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
const thread = new URL(`./api/run-thread${extension}`, import.meta.url)

/** Runs to its end in a thread of its own, and gives its events in order. */
const runInThread = async (
  given: RunGiven,
  signal: AbortSignal | undefined,
  onEvent: (event: RunEvent) => void,
): Promise<void> => {
  const { CodedError, exitCodes } = await import('./contract/coded-error.ts')
  const failed = (message: string) => new CodedError('suite_failed', message, exitCodes.couldNotJudge)
  const worker = new Worker(thread, { workerData: given, execArgv: [] })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  const abort = (): void => worker.postMessage('abort' satisfies ToRun)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    await new Promise<void>((resolve, reject) => {
      let error: Error | undefined
      let hasEnded = false
      worker.on('message', (message: FromRun) => {
        if ('event' in message) onEvent(JSON.parse(message.event) as RunEvent)
        else if ('warning' in message) process.emitWarning(message.warning, { code: 'suite_failed' })
        else if ('failed' in message)
          error = new CodedError(message.failed.code, message.failed.message, message.failed.exitCode)
        else hasEnded = true
      })
      worker.once('error', (thrown) => (error = failed(`assay itself failed: ${thrown.message}; please report it.`)))
      worker.once('exit', () => {
        if (hasEnded) resolve()
        else reject(error ?? failed('assay itself failed: its run ended without a result; please report it.'))
      })
    })
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

/**
 * Tests a server against the contract and resolves with the report: the same data as `report.json`.
 *
 * The run has a thread of its own. It installs no signal handler, never exits the process, reads no `ASSAY_*` variable, and
 * writes no file (reporters of `assay/report` do). Each call is a run of its own; two at one target share its rate limit and
 * its webhook, so run them one after another.
 *
 * A server that violates rules is no error: look at `report.exit_code` (0 conforms, 1 rules are violated, 2 no verdict was possible)
 * and at `report.findings`. The promise rejects with an error that has a `code` when the profile or an option cannot be used
 * (`invalid_profile`, `unknown_profile_key`, `invalid_option`, `unknown_option`, `unknown_check`, `unknown_area`, those of the baseline and the
 * rule set), with the reason of `signal` when that is aborted before the start, and with `suite_failed` when assay itself failed.
 *
 * A reporter that throws is dropped with a process warning, `reporter_failed`; the run and the other reporters go on.
 *
 * @example
 * const report = await conform({
 *   sandbox_base_url: 'https://sandbox.example.com/v1',
 *   credentials: { main: { client_id: 'cli_…', client_secret: process.env.LENDER_SECRET } },
 * })
 * assert.deepEqual(report.findings, [])
 */
export const conform = async (profile: TargetProfile, options: ConformOptions = {}): Promise<Report> => {
  const { checkOptions } = await import('./api/check-options.ts')
  checkOptions(options)
  const { reporters = [], signal, ...rest } = options
  signal?.throwIfAborted()
  const all = together(reporters)
  const events: RunEvent[] = []
  // As JSON, a profile with what no profile can have is refused in the same words as a file.
  const given = JSON.parse(JSON.stringify({ profile: profile ?? null, options: rest })) as RunGiven
  try {
    await runInThread(given, signal, (event) => {
      events.push(event)
      all.event(event)
    })
  } finally {
    await all.close()
    for (const message of all.broken)
      process.emitWarning(`${message}; what this reporter makes is missing or not whole.`, { code: 'reporter_failed' })
  }
  const { reportOf } = await import('../reports/report.ts')
  return reportOf(events)
}
