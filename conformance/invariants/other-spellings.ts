// A read at an address with an escape that it does not need, and a create with empty lists, where both are served; what is refused is sent
// once more, plainly, and judged there.
import { isObject } from '../contract/is-object.ts'
import { jsonOf, type Answered } from '../evidence/exchange.ts'
import { passed, type Assertion } from '../evidence/assertion.ts'
import type { ExchangeInvariant } from './invariant.ts'

export const spellingRules = {
  path: 'transport.escapes-in-addresses-mean-the-same',
  lists: 'create.optional-lists-may-be-empty',
}

const escapedLetter = /\/%[67][0-9a-f][a-z]*_[^/]*/i

const hasEmptyLists = (body: Uint8Array | null): boolean => {
  const sent = body && jsonOf(body)
  if (!isObject(sent)) return false
  return ['add_on_codes', 'notes'].some((list) => Array.isArray(sent[list]) && (sent[list] as unknown[]).length === 0)
}

const assert = ({ operation, request, response }: Answered): Assertion[] => {
  if (response.status >= 300) return []
  if (request.method === 'GET')
    return escapedLetter.test(new URL(request.url).pathname) ? [passed(spellingRules.path)] : []
  return operation === 'createOrder' && hasEmptyLists(request.body) ? [passed(spellingRules.lists)] : []
}

export const otherSpellings: ExchangeInvariant = {
  id: 'invariant.other-spellings',
  rules: Object.values(spellingRules),
  assert,
}
