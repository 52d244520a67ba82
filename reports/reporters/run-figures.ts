// The figures of a run as lines of text: requests by phase, and how much of the contract occurred.
import { counted, plainly, times } from '../texts.ts'
import { phasesOf, plannedRequests, rerunPhase, spentRequests, type Run } from '../summary.ts'

const width = 100

const wrapped = (first: string, parts: readonly string[]): string[] => {
  const lines: string[] = []
  let line = first
  for (const [index, part] of parts.entries()) {
    const next = `${part}${index < parts.length - 1 ? ',' : ''}`
    if (line.length + 1 + next.length > width) {
      lines.push(line)
      line = `  ${next}`
    } else line = `${line} ${next}`
  }
  return [...lines, line]
}

const shortName = (phase: string): string => phase.replace(/^checks\./, '')

/** A window that the run itself has not used up is used up with requests of its own. */
const forWindow = ({ plan }: Run): string =>
  plan?.for_window === undefined ? '' : `, up to ${counted(plan.for_window)} more to use up a rate limit window`

/** Before the first request: what each phase is to send. */
export const planLines = (run: Run): string[] => {
  if (run.plan === null) return []
  const { budget, shuffled, phases } = run.plan
  const planned = `${times(plannedRequests(run), 'request')} planned${budget === null ? '' : ` of a budget of ${counted(budget)}`}`
  return wrapped(
    `${planned}${forWindow(run)}${shuffled ? ', checks shuffled' : ''}:`,
    phases.flatMap(({ phase, requests }) => (requests === 0 ? [] : [`${shortName(phase)} ${counted(requests)}`])),
  )
}

/** After the last one: what each sent, of what was planned. */
export const spentLines = (run: Run): string[] => {
  if (run.phases.length === 0) return []
  const rows = phasesOf(run)
  const { asked, reruns } = spentRequests(run)
  const more = reruns > 0 ? `, and ${counted(reruns)} more to shorten and repeat what failed` : ''
  return wrapped(
    `${times(asked, 'request')} of ${counted(plannedRequests(run))} planned${forWindow(run)}${more}:`,
    rows
      .filter(({ phase, planned, spent }) => phase !== rerunPhase && planned + spent > 0)
      .map(({ phase, planned, spent: sent }) => `${shortName(phase)} ${counted(sent)}/${counted(planned)}`),
  )
}

/** More are left to report.json. */
const mostMissing = 3

export const coverageLines = ({ coverage }: Run): string[] => {
  if (coverage === null) return []
  const parts: [keyof typeof coverage, string][] = [
    ['operations', 'operations'],
    ['statuses', 'statuses'],
    ['transitions', 'transitions'],
    ['pairs', 'transition pairs'],
    ['illegal_cells', 'forbidden actions'],
    ['events_in_feed', 'events in the feed'],
    ['events_delivered', 'delivered'],
    ['error_codes', 'error codes'],
  ]
  return wrapped(
    'Coverage:',
    parts.map(([name, words]) => {
      const { reached, of, missing } = coverage[name]
      const isNamed = missing.length > 0 && missing.length <= mostMissing
      return `${counted(reached)}/${counted(of)} ${words}${isNamed ? ` (not ${missing.map(plainly).join(', ')})` : ''}`
    }),
  )
}
