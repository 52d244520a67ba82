// Every body is JSON in UTF-8 and says so; only a downloaded file is what its document says it is.
import type { Failure } from '../../reports/failure-kinds.ts'
import { headerOf, jsonOf, textOf, type Answered } from '../evidence/exchange.ts'
import { assertion } from '../evidence/assertion.ts'
import type { ExchangeInvariant } from './invariant.ts'

const json = 'conventions.response-bodies-are-json'
const utf8 = 'conventions.response-bodies-are-utf-8'

const jsonMedia = /^application\/([\w.-]+\+)?json\s*(;|$)/i

const isDownload = ({ operation, response }: Answered) => operation === 'downloadDocument' && response.status < 300

/** The failure of an answer whose body says nothing. */
export const unreadable = ({ operation }: Answered): Partial<Failure> => ({
  kind: 'unreadable_body',
  ...(operation !== null && { key: operation }),
})

const assert = (exchange: Answered) => {
  const { body, headers } = exchange.response
  if (body.length === 0 || isDownload(exchange) || exchange.operation === null) return []
  const text = textOf(body)
  const type = headerOf(headers, 'content-type')
  const failure = unreadable(exchange)
  return [
    ...assertion(utf8, text !== undefined, 'UTF-8', 'bytes that are no UTF-8', undefined, failure),
    ...assertion(json, jsonMedia.test(type ?? ''), 'application/json', type, 'header:Content-Type'),
    // Of bytes that are no text there is nothing to say but that.
    ...(text === undefined
      ? []
      : assertion(json, jsonOf(body) !== undefined, 'JSON', text.slice(0, 200), undefined, failure)),
  ]
}

export const jsonBody: ExchangeInvariant = { id: 'invariant.json-body', rules: [json, utf8], assert }
