// One HTTP request to a receiver: exact bytes out, a bounded answer in, everything within one time limit.
import { remembered } from '../lib/remembered.ts'
import type { Header } from './answer-headers.ts'
import { isLoopback } from './address-guard.ts'
import type { AddressGuard, Checked } from './address-guard.ts'
import { createConnections } from './connections.ts'
import type { ConnectionOptions } from './connections.ts'
import { createDeadlines } from './deadlines.ts'
import type { Limited } from './deadlines.ts'
import { asDeliveryError, deliveryError } from './delivery-error.ts'
import type { DeliveryError } from './delivery-error.ts'
import { Exchange } from './exchange.ts'
import type { Answer, Listener } from './exchange.ts'

type DeliveryRequest = {
  url: string
  method?: 'POST' | 'PUT'
  headers: Header[]
  body: Buffer
  /** Real milliseconds for everything: name, connection, TLS, headers and body of the answer. */
  timeoutMs: number
  /** A late or cut body fails the attempt; otherwise the part received is the answer's body. */
  needsWholeAnswer: boolean
  followRedirects: boolean
}

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

const MAX_REDIRECTS = 3

type Place = { origin: string; hostname: string; port: number; path: string }

function placeOf(text: string, allowHttp: boolean): Place {
  if (!URL.canParse(text)) throw deliveryError('invalid_url', `The webhook URL ${JSON.stringify(text)} is not a URL.`)
  const { origin, protocol, hostname, port, pathname, search } = new URL(text)
  if (protocol === 'https:' || (protocol === 'http:' && allowHttp))
    return { origin, hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80), path: pathname + search }
  if (protocol === 'http:') {
    throw deliveryError(
      'plain_http_refused',
      `The webhook URL ${origin} is plain HTTP; deliveries go out over HTTPS only.`,
    )
  }
  throw deliveryError('invalid_url', `The webhook URL starts with ${protocol} where https: was expected.`)
}

const redirectOf = ({ status, headers }: Answer): string | undefined =>
  status >= 300 && status <= 399 ? headers.find(([name]) => name.toLowerCase() === 'location')?.[1] : undefined

export function createDeliver(options: DeliverOptions): Deliver {
  const connections = createConnections(options)
  const deadlines = createDeadlines()
  const underWay = new Set<Delivery>()
  const place = remembered((text: string) => placeOf(text, options.allowHttp), 1_000)

  function refuseBarred({ origin, port }: Place, { addresses }: Checked) {
    if (!options.barredPorts?.().includes(port) || !addresses.some(({ address }) => isLoopback(address))) return
    throw deliveryError('address_refused', `The webhook URL ${origin} is the control port; webhooks never go there.`)
  }

  /** From the start to the end of one `send`, over every hop of a redirect. */
  class Delivery implements Limited, Listener {
    readonly #request: DeliveryRequest
    readonly #sent: Header[]
    readonly #began = performance.now()
    readonly #resolve: (result: DeliveryResult) => void
    #url: string
    #hops = 0
    #answeredMs: number | null = null
    #exchange: Exchange | undefined
    #isOver = false

    constructor(request: DeliveryRequest, resolve: (result: DeliveryResult) => void) {
      this.#request = request
      this.#url = request.url
      this.#sent = [...request.headers, ['content-length', String(request.body.length)]]
      this.#resolve = resolve
      underWay.add(this)
      deadlines.begin(this, request.timeoutMs)
    }

    /** Asks the guard again on every hop. */
    go(): void {
      try {
        const to = place(this.#url)
        const checked = options.guard(to.hostname)
        if (!(checked instanceof Promise)) return this.#post(to, checked)
        checked.then((judged) => this.#post(to, judged)).catch((error: unknown) => this.failed(error))
      } catch (error) {
        this.failed(error)
      }
    }

    #post(to: Place, checked: Checked): void {
      // The time may have come to its end meanwhile.
      if (this.#isOver) return
      refuseBarred(to, checked)
      const { method = 'POST', body, needsWholeAnswer } = this.#request
      const headers: string[] = []
      for (const [name, value] of this.#sent) headers.push(name, value)
      const given = { path: to.path, method, headers, body }
      this.#exchange = new Exchange(given, needsWholeAnswer, this)
      connections.to(to.origin, checked).send(this.#exchange)
    }

    begun(): void {
      this.#answeredMs ??= this.#elapsed()
    }

    answered(answer: Answer): void {
      const location = this.#request.followRedirects ? redirectOf(answer) : undefined
      if (location === undefined) return this.#end(answer, null)
      this.#exchange = undefined
      this.#hops += 1
      const sentence = `The receiver redirected more than ${MAX_REDIRECTS} times.`
      if (this.#hops > MAX_REDIRECTS) return this.failed(deliveryError('too_many_redirects', sentence))
      this.#url = URL.canParse(location, this.#url) ? new URL(location, this.#url).href : location
      // The HTTP client is still at the answer.
      queueMicrotask(() => this.go())
    }

    failed(error: unknown): void {
      this.#end(null, asDeliveryError(error))
    }

    expire(): void {
      const { timeoutMs } = this.#request
      this.#stop(deliveryError('timeout', `The receiver did not answer within ${timeoutMs} ms.`))
    }

    breakOff(): void {
      const closed = deliveryError('closed', 'The sender was closed.')
      if (this.#exchange) this.#exchange.breakOff(closed)
      else this.failed(closed)
    }

    #stop(reason: DeliveryError): void {
      if (this.#exchange) this.#exchange.end(reason)
      else this.failed(reason)
    }

    #elapsed(): number {
      return Math.round((performance.now() - this.#began) * 10) / 10
    }

    #end(answer: Answer | null, error: DeliveryError | null): void {
      if (this.#isOver) return
      this.#isOver = true
      underWay.delete(this)
      deadlines.end(this, this.#request.timeoutMs)
      const timings = { answered_ms: this.#answeredMs, total_ms: this.#elapsed() }
      this.#resolve({ sent: this.#sent, answer, error, timings })
    }
  }

  function breakOff() {
    for (const delivery of underWay) delivery.breakOff()
  }

  return {
    send: (request) => new Promise((resolve) => new Delivery(request, resolve).go()),
    breakOff,
    async close() {
      breakOff()
      await connections.close()
    },
  }
}
