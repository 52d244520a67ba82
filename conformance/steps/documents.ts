// Reading a document's detail and fetching its file by the signed link.
import type { StepContext } from '../kit/context.ts'
import { computedFrom, type Seen } from '../evidence/seen.ts'
import { headerOf, type Answered } from '../evidence/exchange.ts'
import { blocked, reason } from '../evidence/inconclusive.ts'
import { textAt } from './read.ts'

export const readDocument = ({ client }: StepContext, id: string): Promise<Answered> =>
  client.call('getDocument', { params: { document_id: id } })

/** The link of a detail, made absolute. */
export const linkOf = (detail: Answered): URL => {
  const [link, base] = [textAt(detail, '/download/url'), detail.request.url]
  if (URL.canParse(link, base)) return new URL(link, base)
  throw blocked(reason('link-not-readable', { operation: 'getDocument', pointer: '/download/url' }), detail)
}

const redirects = new Set([301, 302, 303, 307, 308])
const mostRedirects = 3

/** Where an answer leads on to; null where it is the last. */
const redirectOf = ({ request, response }: Answered): URL | null => {
  const location = redirects.has(response.status) ? headerOf(response.headers, 'location') : undefined
  return location !== undefined && URL.canParse(location, request.url) ? new URL(location, request.url) : null
}

/** The answer to a link, or what a redirect of it leads to, as any client fetches it. */
export const fetchLink = async ({ client }: StepContext, link: URL): Promise<Answered> => {
  let answer = await client.fetch(link.href, { operation: 'downloadDocument' })
  for (let followed = 0; followed < mostRedirects; followed += 1) {
    const next = redirectOf(answer)
    if (next === null) break
    answer = await client.fetch(next.href, { redirected: true })
  }
  return answer
}

export const fetchFile = (context: StepContext, detail: Answered): Promise<Answered> =>
  fetchLink(context, linkOf(detail))

/** `the file`, or what came instead of it. */
export const shownFile = (answer: Answered, bytes: Uint8Array): Seen => {
  const { status, body } = answer.response
  const isFile = status < 300 && Buffer.compare(body, bytes) === 0
  return computedFrom(isFile ? 'the file' : `${status} with ${body.length} bytes that are not the file`, answer)
}
