// A request that is refused in one spelling and taken in another, though both mean the same.
import { spellingRules } from '../invariants/other-spellings.ts'
import type { InvariantResult } from '../invariants/invariants.ts'
import type { Answered } from '../evidence/exchange.ts'

const ofJson = 'conventions.request-bodies-are-read-as-json'

const ruleOf = ({ operation, request, response }: Answered): string => {
  if (request.method === 'GET') return spellingRules.path
  if (operation === 'uploadDocument') return 'documents.upload-takes-multipart'
  return operation === 'createOrder' && response.status === 422 ? spellingRules.lists : ofJson
}

export const createRespellings = (
  found: (results: InvariantResult[]) => void,
): ((refused: Answered, plain: Answered, what: string) => void) => {
  return (refused, plain, what) => {
    // HTTP lets a server ask for the length of a body.
    if (refused.response.status === 411) return
    const assertion = {
      rule: ruleOf(refused),
      passed: false,
      expected: `${plain.response.status}, as for the same request written plainly`,
      received: `${refused.response.status} for a request with ${what}`,
      pointer: '/status',
      requests: [refused.id, plain.id],
    }
    found([{ invariant: 'invariant.spelling', assertions: [assertion] }])
  }
}
