// Every body is JSON in UTF-8 and says so; only a downloaded file is what its document says it is.
import { headerOf, jsonOf, textOf, type Answered } from '../evidence/exchange.ts'
import { claim } from '../evidence/comparison.ts'
import type { ExchangeJudge } from './judge-definition.ts'

const json = 'conventions.response-bodies-are-json'
const utf8 = 'conventions.response-bodies-are-utf-8'

const jsonMedia = /^application\/([\w.-]+\+)?json\s*(;|$)/i

const isDownload = ({ operation, response }: Answered) => operation === 'downloadDocument' && response.status < 300

const judge = (exchange: Answered) => {
  const { body, headers } = exchange.response
  if (body.length === 0 || isDownload(exchange)) return []
  const text = textOf(body)
  const type = headerOf(headers, 'content-type')
  return [
    ...claim(utf8, text !== undefined, 'UTF-8', 'bytes that are no UTF-8'),
    ...claim(json, jsonMedia.test(type ?? ''), 'application/json', type, 'header:Content-Type'),
    ...claim(json, jsonOf(body) !== undefined, 'JSON', text?.slice(0, 200)),
  ]
}

export const jsonBody: ExchangeJudge = { id: 'judge.json-body', rules: [json, utf8], judge }
