// An exchange of which only what lists show is kept: headers and bodies are read from the record again when they are asked for.
import { closeSync, openSync, readSync } from 'node:fs'
import type { RecordedExchange, RunEvent } from './run-record.ts'

/** Where a line of the record is, in bytes. */
export type LinePlace = { position: number; length: number }

type Request = RecordedExchange['request']
type Response = NonNullable<RecordedExchange['response']>

/** How many are kept in memory as they were read: showing one needs several of its parts. */
const mostAtHand = 16

/** The record and what was read of it last; texts that many exchanges share are kept once. */
class Source {
  readonly #descriptor: number
  readonly #atHand = new Map<number, RecordedExchange>()
  readonly #texts = new Map<string, string>()

  constructor(file: string) {
    this.#descriptor = openSync(file, 'r')
  }

  once<T extends string | null>(text: T): T {
    if (text === null) return text
    const known = this.#texts.get(text)
    if (known === undefined) this.#texts.set(text, text)
    return (known ?? text) as T
  }

  remember(position: number, exchange: RecordedExchange): RecordedExchange {
    const [oldest] = this.#atHand.keys()
    if (this.#atHand.size >= mostAtHand) this.#atHand.delete(oldest!)
    this.#atHand.set(position, exchange)
    return exchange
  }

  whole(position: number, length: number): RecordedExchange {
    const found = this.#atHand.get(position)
    if (found) return found
    const line = Buffer.allocUnsafe(length)
    readSync(this.#descriptor, line, 0, length, position)
    const { exchange } = JSON.parse(line.toString()) as Extract<RunEvent, { type: 'exchange' }>
    return this.remember(position, exchange)
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}

class KeptExchange implements RecordedExchange {
  readonly id: string
  readonly source: string
  readonly operation: string | null
  readonly role: RecordedExchange['role']
  readonly environment: RecordedExchange['environment']
  readonly failure: RecordedExchange['failure']
  readonly started_at: string
  readonly ms: number
  declare readonly token_from?: string | null
  readonly #method: string
  readonly #url: string
  readonly #status: number | null
  readonly #from: Source
  readonly #position: number
  readonly #length: number

  constructor(exchange: RecordedExchange, from: Source, { position, length }: LinePlace) {
    const { id, source, operation, role, environment, failure, started_at, ms, request, response } = exchange
    this.id = id
    this.source = from.once(source)
    this.operation = from.once(operation)
    this.role = from.once(role)
    this.environment = from.once(environment)
    this.failure = failure
    this.started_at = started_at
    this.ms = ms
    if (exchange.token_from !== undefined) this.token_from = from.once(exchange.token_from)
    this.#method = from.once(request.method)
    this.#url = request.url
    this.#status = response && response.status
    this.#from = from
    this.#position = position
    this.#length = length
  }

  get request(): Request {
    const whole = (): Request => this.toJSON().request
    return {
      method: this.#method,
      url: this.#url,
      get headers() {
        return whole().headers
      },
      get body() {
        return whole().body
      },
    }
  }

  get response(): Response | null {
    if (this.#status === null) return null
    const whole = (): Response => this.toJSON().response!
    return {
      status: this.#status,
      get headers() {
        return whole().headers
      },
      get body() {
        return whole().body
      },
    }
  }

  /** Written out, it is what it was, but for an older name of its source. */
  toJSON(): RecordedExchange {
    return { ...this.#from.whole(this.#position, this.#length), source: this.source }
  }
}

export type KeptExchanges = {
  keep(exchange: RecordedExchange, place: LinePlace): RecordedExchange
  close(): void
}

/** The file must stay as it is until `close`. */
export const keptExchanges = (file: string): KeptExchanges => {
  const source = new Source(file)
  return {
    keep(exchange, place) {
      source.remember(place.position, exchange)
      return new KeptExchange(exchange, source, place)
    },
    close: () => source.close(),
  }
}
