// Secrets that an answer shows and that nobody else has named: a token granted where none was due, a key, a cookie.
import { bounds } from '../../fixtures/bounds.ts'
import { headersNamed, type Answered } from '../evidence/exchange.ts'
import { unsure } from './shorten.ts'

/** What they are called, as JSON, a form, a page and plain text write it; a place in a list is none. */
const called =
  /(?:(?<!page_?|next_?)token|secret|password|api_?key|private_?key)["'\\]*\s?[:=>]\s?["'\\]*([\w.~+/=-]{16,})/gi

/** A word has no digits. */
const isTelling = (value: string): boolean => value.length >= 16 && /\d/.test(value) && /[a-z]/i.test(value)

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

const cookiesIn = ({ response }: Answered): string[] =>
  headersNamed(response.headers, 'set-cookie').map((cookie) => /=([^;]*)/.exec(cookie)?.[1]?.trim() ?? '')

/** What the request itself sent was made up, or is known. */
const isSent = ({ request }: Answered, value: string): boolean =>
  [request.url, ...request.headers.flat(), latin1(request.body ?? new Uint8Array())].some((text) =>
    text.includes(value),
  )

export const shownSecrets = (answer: Answered): string[] => {
  const text = latin1(answer.response.body.subarray(0, bounds.recorded.body.first + unsure))
  const named = [...text.matchAll(called)].map(([, value]) => value!)
  return [...new Set([...named, ...cookiesIn(answer)])].filter((value) => isTelling(value) && !isSent(answer, value))
}
