// The reads that need nothing but a token: no resource, and no environment of their own.
import { operations } from '../contract/contract.ts'

/** Their operations, in the order of the OpenAPI document. */
export const plainReads = (): string[] =>
  [...operations().values()]
    .filter(({ method, path, secured, environments }) => {
      return method === 'GET' && secured && !path.includes('{') && environments.length > 1
    })
    .map(({ operationId }) => operationId)
