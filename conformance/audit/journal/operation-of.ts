// Which operation of the contract a request is, from its method and path alone.
import { operations } from '../../contract/contract.ts'
import { lazily } from '../../contract/lazily.ts'
import { decoded } from './decoded.ts'

type Found = {
  operation: string
  /** Origin and path of the base address. */
  base: string
  /** The values of the path's parameters: `order_id`, `document_id`. */
  ids: Record<string, string>
}

type Pattern = { operation: string; method: string; pattern: RegExp; names: string[] }

const patterns = lazily((): Pattern[] =>
  [...operations().values()].map(({ operationId, method, path }) => ({
    operation: operationId,
    method,
    names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}/?$`),
  })),
)

/** The last segment of a base address is the major version. */
const versioned = /^(.*?\/v\d+)(\/.*)$/

/** @param operation where the journal names it */
export const operationOf = (method: string, url: URL, operation?: string | null): Found | null => {
  const [, prefix = '', path = url.pathname] = versioned.exec(url.pathname) ?? []
  for (const row of patterns()) {
    if (row.method !== method || (operation ?? row.operation) !== row.operation) continue
    const match = row.pattern.exec(path)
    if (!match) continue
    const ids = row.names.map((name, index) => [name, decoded(match[index + 1]!)])
    return { operation: row.operation, base: url.origin + prefix, ids: Object.fromEntries(ids) }
  }
  return null
}
