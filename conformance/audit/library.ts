// The client library that sent a request, where it says so or its spelling does, and what corrects it: fixtures/client-libraries.yaml, made by the lab.
import { readFixture } from '../../fixtures/read-fixture.ts'
import type { ClientLibrary } from '../../reports/run-record.ts'
import { lazily } from '../contract/lazily.ts'
import { headerOf, type Headers } from '../evidence/exchange.ts'

type Library = {
  title: string
  user_agent?: string
  /** Of a library that sends no User-Agent: the names of its headers, as they are written, in their order. */
  header_names?: string
  corrections: Record<string, string[]>
}

const libraries = lazily(() => readFixture('client-libraries.yaml') as Library[])

/** More lines than these are read on the page, where what they replace stands beside them. */
const mostLines = 6

/** Letters of all names: a pattern may take the square of them, and no library sends as many. */
const mostNames = 1_000

const isOf = ({ user_agent, header_names }: Library, headers: Headers): boolean => {
  const agent = headerOf(headers, 'user-agent')
  if (agent !== undefined) return user_agent !== undefined && new RegExp(user_agent).test(agent)
  const names = headers.map(([name]) => name).join(' ')
  return header_names !== undefined && names.length <= mostNames && new RegExp(header_names).test(names)
}

/** The libraries that requests with these headers may come from and that are known to violate the rule. */
export const librariesOf = (rule: string, requests: readonly Headers[]): ClientLibrary[] =>
  libraries()
    .filter((library) => rule in library.corrections && requests.some((headers) => isOf(library, headers)))
    .map(({ title, corrections }) => {
      const correction = corrections[rule]!
      return correction.length > mostLines ? { title } : { title, correction }
    })
