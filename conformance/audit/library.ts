// The client library that sent a request, where its User-Agent tells which, and what corrects it: fixtures/client-libraries.yaml, made by the lab.
import { readFixture } from '../../fixtures/read-fixture.ts'
import type { Finding, RecordedExchange } from '../../reports/run-record.ts'
import { lazily } from '../contract/lazily.ts'

type Library = { title: string; user_agent: string; corrections: Record<string, string[]> }

const libraries = lazily(() => readFixture('client-libraries.yaml') as Library[])

/** More lines than these are read on the page, where what they replace stands beside them. */
const mostLines = 6

const remedyLines = (lines: readonly string[]): string[] =>
  lines.length > mostLines ? [] : lines.map((line, index) => `    ${index === 0 ? 'such as' : '       '}   ${line}`)

/** The libraries that the requests of these findings may come from and that are known to violate the rule; of one alone what corrects it. */
export const libraryLines = (
  rule: string,
  exchanges: readonly RecordedExchange[],
  findings: readonly Pick<Finding, 'requests'>[],
): string[] => {
  const shownBy = new Set(findings.flatMap(({ requests }) => requests))
  const asked = exchanges.filter(({ id }) => shownBy.has(id))
  const agents = asked.flatMap(({ request }) =>
    request.headers.flatMap(([name, value]) => (name.toLowerCase() === 'user-agent' ? [value] : [])),
  )
  const known = libraries().filter(
    ({ user_agent, corrections }) => rule in corrections && agents.some((agent) => new RegExp(user_agent).test(agent)),
  )
  if (known.length === 0) return []
  const titles = known.map(({ title }) => title).join(', or ')
  return [
    `    stack     looks like ${titles}: docs/clients.md shows what corrects it`,
    ...(known.length === 1 ? remedyLines(known[0]!.corrections[rule]!) : []),
  ]
}
