// Every body is JSON in UTF-8 and says so; only a downloaded file is what its document says it is.
import { headerOf, jsonOf, textOf, type Answered } from '../evidence/exchange.ts'
import { assertion } from '../evidence/assertion.ts'
import type { ExchangeInvariant } from './invariant.ts'

const json = 'conventions.response-bodies-are-json'
const utf8 = 'conventions.response-bodies-are-utf-8'

const jsonMedia = /^application\/([\w.-]+\+)?json\s*(;|$)/i

const isDownload = ({ operation, response }: Answered) => operation === 'downloadDocument' && response.status < 300

const assert = (exchange: Answered) => {
  const { body, headers } = exchange.response
  if (body.length === 0 || isDownload(exchange)) return []
  const text = textOf(body)
  const type = headerOf(headers, 'content-type')
  return [
    ...assertion(utf8, text !== undefined, 'UTF-8', 'bytes that are no UTF-8'),
    ...assertion(json, jsonMedia.test(type ?? ''), 'application/json', type, 'header:Content-Type'),
    ...assertion(json, jsonOf(body) !== undefined, 'JSON', text?.slice(0, 200)),
  ]
}

export const jsonBody: ExchangeInvariant = { id: 'judge.json-body', rules: [json, utf8], assert }
