// What a recorded run shows of one rule: its verdict, and the exchanges that show it.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordedBody, RecordedDelivery, RecordedExchange, RunEvent } from '../../reports/run-record.ts'
import { absorb, emptyRun, isSimulatedIn } from '../../reports/summary.ts'
import { plainly, shortly } from '../../reports/texts.ts'

const mostShown = 5
const mostBody = 400

const recordsIn = (directory: string, depth = 2): string[] => {
  try {
    return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
      const path = join(directory, entry.name)
      if (entry.isDirectory()) return depth > 0 ? recordsIn(path, depth - 1) : []
      return entry.name.endsWith('.ndjson') ? [path] : []
    })
  } catch {
    return []
  }
}

/** The newest record in a directory or its folders, or the file itself; null where there is none. */
export const newestRecord = (path: string): string | null => {
  try {
    if (statSync(path).isFile()) return path
  } catch {
    return null
  }
  const dated = recordsIn(path).map((file): [string, number] => [file, statSync(file).mtimeMs])
  return dated.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? null
}

const bodyLine = (mark: string, body: RecordedBody): string[] =>
  body === null
    ? []
    : [`      ${mark} ${body.text === undefined ? `${body.bytes} bytes` : shortly(body.text, mostBody)}`]

const exchangeLines = ({ id, request, response, failure, role }: RecordedExchange): string[] => [
  `    ${id}  ${request.method} ${plainly(request.url)}${role === null ? '' : `  as ${role}`}`,
  ...bodyLine('>', request.body),
  `      ${response === null ? `no answer: ${plainly(failure?.message ?? '')}` : response.status}`,
  ...bodyLine('<', response?.body ?? null),
]

const deliveryLines = ({ id, method, path, body, answer }: RecordedDelivery): string[] => [
  `    ${id}  delivered: ${plainly(`${method} ${path}`)}, answered ${plainly(answer)}`,
  ...bodyLine('<', body),
]

/** The lines that show it, or the reason why the rule was not judged. */
export const exemplarLines = (events: readonly RunEvent[], file: string, rule: string): string[] => {
  const run = emptyRun()
  for (const event of events) absorb(run, event)
  const verdict = run.rules.find((one) => one.rule === rule)
  const isSimulated = isSimulatedIn(run)
  const of = `run ${run.started?.run} of ${run.startedAt}${isSimulated === null ? '' : `, simulated target: ${isSimulated}`} (${file})`
  if (!verdict) return [`  ${of} has no verdict on it.`]
  const finding = run.findings.find((one) => one.rule === rule)
  const ids = (finding?.requests ?? verdict.requests).slice(-mostShown)
  const seen = new Map<string, string[]>([
    ...run.exchanges.map((one): [string, string[]] => [one.id, exchangeLines(one)]),
    ...run.deliveries.map((one): [string, string[]] => [one.id, deliveryLines(one)]),
  ])
  return [
    `  ${verdict.verdict} in ${of}${verdict.reason === null ? '' : `: ${shortly(verdict.reason, 300)}`}`,
    ...(finding
      ? [
          `    expected  ${shortly(finding.expected)}`,
          `    received  ${shortly(finding.received)}${finding.pointer ? `  at ${plainly(finding.pointer)}` : ''}`,
        ]
      : []),
    ...ids.flatMap((id) => seen.get(id) ?? []),
  ]
}
