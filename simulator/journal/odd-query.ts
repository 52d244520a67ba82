// What of a query the service ignores, or may read otherwise than it is meant: the client gets another answer, which does not say so.
import { readFixture } from '../contract/contract.ts'

type Parameter = { name?: string; in?: string; $ref?: string }
type Operation = { operationId: string; parameters?: Parameter[] }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { parameters?: Record<string, Parameter> }
}

/** `GET /orders`, and the parameters that it has. */
type Named = { call: string; names: Set<string> }

let known: Map<string, Named> | undefined

const namesIn = ({ paths, components }: Document): Map<string, Named> => {
  const named = ({ $ref, ...own }: Parameter): Parameter =>
    $ref === undefined ? own : (components.parameters?.[$ref.split('/').at(-1)!] ?? {})
  const names = ({ parameters = [] }: Operation): string[] =>
    parameters.map(named).flatMap((one) => (one.in === 'query' && one.name !== undefined ? [one.name] : []))
  return new Map(
    Object.entries(paths)
      .flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })))
      .filter(({ operation: { operationId } }) => operationId !== undefined)
      .map(({ path, method, operation }) => [
        operation.operationId,
        { call: `${method.toUpperCase()} ${path}`, names: new Set(names(operation)) },
      ]),
  )
}

const isPlus = (value: string): boolean => / \d\d:\d\d$/.test(value)

/** @param url of a request that was not refused */
export const oddQuery = (operation: string | null, url: string): string[] => {
  const start = url.indexOf('?')
  // A link has what signs it, which is the service's own.
  if (operation === null || operation === 'downloadDocument' || start === -1) return []
  known ??= namesIn(readFixture('openapi.yaml') as Document)
  const { call = operation, names } = known.get(operation) ?? {}
  const sent = new URLSearchParams(url.slice(start))
  return [...new Set(sent.keys())].flatMap((name) => {
    if (!names?.has(name)) return [`${call} has no parameter ${name}`]
    const values = sent.getAll(name)
    if (values.length > 1) return [`${call} takes one ${name}, and ${values.length} came`]
    return isPlus(values[0]!) ? [`a plus sign in ${name} is not encoded, and may be read as a space`] : []
  })
}
