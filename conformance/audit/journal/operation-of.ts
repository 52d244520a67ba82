// Which operation of the contract a request is, from its method and path alone.
import { operations } from '../../contract/contract.ts'
import { lazily } from '../../contract/lazily.ts'
import { decoded } from '../../../reports/decoded.ts'

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

/** Of a base address that the user names, what stands behind it, whatever its own path is. */
const behind = (url: URL, bases: readonly string[]): [prefix: string, path: string] | null => {
  for (const base of bases) {
    const { pathname } = new URL(base)
    const prefix = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
    if (new URL(base).hostname === url.hostname && url.pathname.startsWith(`${prefix}/`))
      return [prefix, url.pathname.slice(prefix.length)]
  }
  return null
}

/**
 * @param operation where the journal names it
 * @param bases that the user names
 */
export const operationOf = (
  method: string,
  url: URL,
  operation?: string | null,
  bases: readonly string[] = [],
): Found | null => {
  const [, ...parts] = versioned.exec(url.pathname) ?? []
  const [prefix = '', path = url.pathname] = behind(url, bases) ?? parts
  for (const row of patterns()) {
    if (row.method !== method || (operation ?? row.operation) !== row.operation) continue
    const match = row.pattern.exec(path)
    if (!match) continue
    const ids = row.names.map((name, index) => [name, decoded(match[index + 1]!)])
    return { operation: row.operation, base: url.origin + prefix, ids: Object.fromEntries(ids) }
  }
  return null
}
