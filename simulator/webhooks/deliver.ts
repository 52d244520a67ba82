// One HTTP request to a receiver: exact bytes out, a bounded answer in, everything within one time limit.
import type { Dispatcher } from 'undici'
import { isLoopback } from './address-guard.ts'
import type { AddressGuard, Checked } from './address-guard.ts'
import { createConnections } from './connections.ts'
import type { ConnectionOptions } from './connections.ts'
import { asDeliveryError, deliveryError } from './delivery-error.ts'
import type { DeliveryError } from './delivery-error.ts'

type Header = [name: string, value: string]

type DeliveryRequest = {
  url: string
  method?: 'POST' | 'PUT'
  headers: Header[]
  body: Buffer
  /** Real milliseconds for everything: name, connection, TLS, headers and body of the answer. */
  timeoutMs: number
  /** A body that is late or cut short fails the attempt; else what came of it is the answer's body. */
  needsWholeAnswer: boolean
  followRedirects: boolean
}

/** `body` holds at most the first 20,000 bytes; `truncated` says that it is not all. */
type Answer = { status: number; headers: Header[]; body: Buffer; truncated: boolean }

export type DeliveryResult = {
  /** The request's headers, the sender's own included. */
  sent: Header[]
  answer: Answer | null
  error: DeliveryError | null
  /** Milliseconds from the start: to the first header of the answer (null without one), and to the end. */
  timings: { answered_ms: number | null; total_ms: number }
}

export type Deliver = {
  /** Never rejects: what went wrong is in `error`, and then there is no answer. */
  send(request: DeliveryRequest): Promise<DeliveryResult>
  /** Ends what is under way (`closed`). */
  breakOff(): void
  /** Ends what is under way (`closed`) and every connection. */
  close(): Promise<void>
}

type DeliverOptions = ConnectionOptions & {
  guard: AddressGuard
  /** Take `http:` URLs, whatever their host. */
  allowHttp: boolean
  /** Ports of this machine that no delivery goes to. */
  barredPorts?: () => readonly number[]
}

const MAX_ANSWER_BYTES = 20_000
const MAX_REDIRECTS = 3

function checkedUrl(text: string, allowHttp: boolean): URL {
  if (!URL.canParse(text)) throw deliveryError('invalid_url', `The webhook URL ${JSON.stringify(text)} is not a URL.`)
  const url = new URL(text)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && allowHttp)) return url
  if (url.protocol === 'http:') {
    throw deliveryError(
      'plain_http_refused',
      `The webhook URL ${url.origin} is plain HTTP; deliveries go out over HTTPS only.`,
    )
  }
  throw deliveryError('invalid_url', `The webhook URL starts with ${url.protocol} where https: was expected.`)
}

type Stream = Dispatcher.ResponseData['body']

async function readBounded(stream: Stream, whole: boolean): Promise<Pick<Answer, 'body' | 'truncated'>> {
  const chunks: Buffer[] = []
  let size = 0
  let cut = false
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      // Leaving the loop destroys the stream, and the connection with it.
      if (size > MAX_ANSWER_BYTES) break
    }
  } catch (error) {
    if (whole) throw error
    cut = true
  }
  return { body: Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES), truncated: cut || size > MAX_ANSWER_BYTES }
}

/** Header lines as they came: undici's types say a record, and `raw` gives names and values in turn. */
const pairs = (raw: unknown): Header[] =>
  Array.from({ length: (raw as string[]).length / 2 }, (_, n) => [
    (raw as string[])[2 * n]!,
    (raw as string[])[2 * n + 1]!,
  ])

/** How far one attempt has come. */
type Progress = { answeredMs: number | null; reading: boolean }

export function createDeliver(options: DeliverOptions): Deliver {
  const connections = createConnections(options)
  const underWay = new Set<AbortController>()

  function refuseBarred(url: URL, { addresses }: Checked) {
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
    if (!options.barredPorts?.().includes(port) || !addresses.some(({ address }) => isLoopback(address))) return
    throw deliveryError(
      'address_refused',
      `The webhook URL ${url.origin} is the control port; webhooks never go there.`,
    )
  }

  async function exchange(request: DeliveryRequest, signal: AbortSignal, elapsed: () => number, progress: Progress) {
    const url = checkedUrl(request.url, options.allowHttp)
    const checked = await options.guard(url.hostname)
    signal.throwIfAborted()
    refuseBarred(url, checked)
    const { statusCode, headers, body } = await connections.to(url.origin, checked).request({
      path: url.pathname + url.search,
      method: request.method ?? 'POST',
      headers: request.headers.flat(),
      body: request.body,
      signal,
      responseHeaders: 'raw',
    })
    progress.answeredMs ??= elapsed()
    progress.reading = true
    const read = await readBounded(body, request.needsWholeAnswer)
    progress.reading = false
    return { status: statusCode, headers: pairs(headers), ...read } satisfies Answer
  }

  async function follow(request: DeliveryRequest, ...rest: [AbortSignal, () => number, Progress]): Promise<Answer> {
    let url = request.url
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const answer = await exchange({ ...request, url }, ...rest)
      const location = answer.headers.find(([name]) => name.toLowerCase() === 'location')?.[1]
      const redirects = answer.status >= 300 && answer.status <= 399 && location !== undefined
      if (!request.followRedirects || !redirects) return answer
      url = URL.canParse(location, url) ? new URL(location, url).href : location
    }
    throw deliveryError('too_many_redirects', `The receiver redirected more than ${MAX_REDIRECTS} times.`)
  }

  function breakOff() {
    for (const controller of underWay) controller.abort(deliveryError('closed', 'The sender was closed.'))
  }

  return {
    async send(request) {
      const began = performance.now()
      const elapsed = () => Math.round((performance.now() - began) * 10) / 10
      const progress: Progress = { answeredMs: null, reading: false }
      const timings = () => ({ answered_ms: progress.answeredMs, total_ms: elapsed() })
      const sent: Header[] = [...request.headers, ['content-length', String(request.body.length)]]
      const controller = new AbortController()
      const { signal } = controller
      underWay.add(controller)
      const late = () => deliveryError('timeout', `The receiver did not answer within ${request.timeoutMs} ms.`)
      const timer = setTimeout(() => controller.abort(late()), request.timeoutMs)
      // A name being resolved and a connection being made do not heed the signal, so the attempt races with it.
      const aborted = new Promise<never>((_resolve, reject) => {
        const onAbort = () => {
          const reason = signal.reason as DeliveryError
          const isAnswered = progress.reading && !request.needsWholeAnswer
          if (!isAnswered || reason.code === 'closed') reject(reason)
        }
        signal.addEventListener('abort', onAbort, { once: true })
      })
      try {
        const followed = follow({ ...request, headers: sent }, signal, elapsed, progress)
        return { sent, answer: await Promise.race([followed, aborted]), error: null, timings: timings() }
      } catch (caught) {
        // Whatever the client made of it, the reason is why it was aborted.
        const error = asDeliveryError(signal.aborted ? signal.reason : caught)
        return { sent, answer: null, error, timings: timings() }
      } finally {
        clearTimeout(timer)
        underWay.delete(controller)
      }
    },

    breakOff,

    async close() {
      breakOff()
      await connections.close()
    },
  }
}
