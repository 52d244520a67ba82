// The client library that sent a request, where its User-Agent tells which, and what corrects it: fixtures/client-libraries.yaml, made by the lab.
import { readFixture } from '../../fixtures/read-fixture.ts'
import type { Finding, RecordedExchange } from '../../reports/run-record.ts'
import { lazily } from '../contract/lazily.ts'

type Library = { title: string; user_agent: string; corrections: Record<string, string[]> }

const libraries = lazily(() => readFixture('client-libraries.yaml') as Library[])

/** One line for each library that the requests of these findings came from and that is known to violate the rule. */
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
  return libraries()
    .filter(
      ({ user_agent, corrections }) =>
        rule in corrections && agents.some((agent) => new RegExp(user_agent).test(agent)),
    )
    .map(({ title }) => `    stack     looks like ${title}: docs/clients.md shows what corrects it`)
}
