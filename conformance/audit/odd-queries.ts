// Queries that the service ignores, or may read otherwise than they are meant: the client gets another list, and no answer says so.
import { openapi, operations } from '../contract/contract.ts'
import { lazily } from '../contract/lazily.ts'
import type { Call } from './call.ts'

type Parameter = { name?: string; in?: string; $ref?: string }
type Item = Record<string, { parameters?: Parameter[] } | Parameter[]> & { parameters?: Parameter[] }

/** `GET /orders`, and the parameters that it has. */
type Named = { call: string; known: Set<string> }

const namesIn = lazily((): Map<string, Named> => {
  const { paths, components } = openapi() as unknown as {
    paths: Record<string, Item>
    components: { parameters?: Record<string, Parameter> }
  }
  const named = ({ $ref, ...own }: Parameter): Parameter =>
    $ref === undefined ? own : (components.parameters?.[$ref.split('/').at(-1)!] ?? {})
  return new Map(
    [...operations().values()].map(({ operationId, method, path }) => {
      const item = paths[path]!
      const { parameters = [] } = item[method.toLowerCase()] as { parameters?: Parameter[] }
      const all = [...(item.parameters ?? []), ...parameters].map(named).filter((one) => one.in === 'query')
      return [operationId, { call: `${method.toUpperCase()} ${path}`, known: new Set(all.map(({ name }) => name!)) }]
    }),
  )
})

const oddIn = ({ operation, url }: Call): string[] => {
  const named = namesIn().get(operation ?? '')
  if (named === undefined || operation === 'downloadDocument') return []
  const { call, known } = named
  const names = [...url.searchParams.keys()]
  return [...new Set(names)].flatMap((name) => {
    if (!known.has(name)) return [`${call} has no parameter ${name}`]
    if (names.filter((one) => one === name).length > 1) return [`${call} takes one ${name}, and more came`]
    const isPlus = / \d\d:\d\d$/.test(url.searchParams.get(name)!)
    return isPlus ? [`a plus sign in ${name} of ${call} is not encoded, and may be read as a space`] : []
  })
}

/** In words, with the number of calls; the most frequent first. */
export const oddQueries = (calls: readonly Call[]): [what: string, calls: number][] => {
  const counts = new Map<string, number>()
  for (const what of calls.flatMap(oddIn)) counts.set(what, (counts.get(what) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)
}
