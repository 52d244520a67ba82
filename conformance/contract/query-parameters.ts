// The query parameters of each operation, as the OpenAPI document has them.
import { openapi } from './contract.ts'
import { lazily } from './lazily.ts'

type Parameter = { $ref?: string; in?: string; name?: string }

const named = ({ $ref, ...own }: Parameter): Parameter => {
  if ($ref === undefined) return own
  const { parameters = {} } = openapi().components as { parameters?: Record<string, Parameter> }
  return parameters[$ref.split('/').at(-1)!] ?? own
}

export const queryParameters = lazily(() => {
  const found = new Map<string, string[]>()
  for (const item of Object.values(openapi().paths))
    for (const operation of Object.values(item) as { operationId?: string; parameters?: Parameter[] }[]) {
      if (operation.operationId === undefined || operation.operationId === 'downloadDocument') continue
      const names = (operation.parameters ?? []).map(named).filter((one) => one.in === 'query')
      if (names.length > 0)
        found.set(
          operation.operationId,
          names.map(({ name }) => name!),
        )
    }
  return found
})
