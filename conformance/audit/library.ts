// The client library that sent a request, where its User-Agent tells which, and what corrects it: fixtures/client-libraries.yaml, made by the lab.
import { readFixture } from '../../fixtures/read-fixture.ts'
import type { Finding, RecordedExchange } from '../../reports/run-record.ts'
import { lazily } from '../contract/lazily.ts'

type Library = { title: string; user_agent: string; corrections: Record<string, string[]> }

const libraries = lazily(() => readFixture('client-libraries.yaml') as Library[])

/** The libraries that the requests of these findings may come from and that are known to violate the rule, in one line. */
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
  const titles = libraries()
    .filter(
      ({ user_agent, corrections }) =>
        rule in corrections && agents.some((agent) => new RegExp(user_agent).test(agent)),
    )
    .map(({ title }) => title)
  return titles.length === 0
    ? []
    : [`    stack     looks like ${titles.join(', or ')}: docs/clients.md shows what corrects it`]
}
