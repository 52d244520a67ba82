// One request and its answer as they come: a bounded body is read, and the result is reported once.
import type { Dispatcher } from 'undici'
import { bounds } from '../../fixtures/bounds.ts'
import { createHeaderReader } from './answer-headers.ts'
import type { Header } from './answer-headers.ts'
import type { Posted } from './pool.ts'

/** `body` holds at most the first 20,000 bytes; `truncated` says that it is not all. */
export type Answer = { status: number; headers: readonly Header[]; body: Buffer; truncated: boolean }

/** Called with the result of an exchange: `answered` or `failed` ends it. */
export type Listener = {
  /** The first header of the answer is there. */
  begun(): void
  answered(answer: Answer): void
  failed(error: unknown): void
}

const NOTHING = Buffer.alloc(0)

const readHeaders = createHeaderReader()

export class Exchange implements Posted {
  readonly options: Dispatcher.DispatchOptions
  /** Nobody waits for it any more. */
  isOver = false
  readonly #needsWhole: boolean
  readonly #listener: Listener
  #abort: (() => void) | undefined
  /** 0 until the answer has begun. */
  #status = 0
  #headers: readonly Header[] = []
  #body: Buffer = NOTHING

  /** @param needsWhole a cut body fails the exchange; otherwise the part received is the answer's body */
  constructor(options: Dispatcher.DispatchOptions, needsWhole: boolean, listener: Listener) {
    this.options = options
    this.#needsWhole = needsWhole
    this.#listener = listener
  }

  onConnect(abort: () => void): void {
    this.#abort = abort
    if (this.isOver) abort()
  }

  onHeaders(status: number, headers: Buffer[]): boolean {
    // Those before 200 announce another one.
    if (status < 200) return true
    this.#status = status
    this.#headers = readHeaders(headers)
    this.#listener.begun()
    return true
  }

  onData(chunk: Buffer): boolean {
    this.#body = this.#body.length === 0 ? chunk : Buffer.concat([this.#body, chunk])
    if (this.#body.length > bounds.taken.hookAnswerBytes) this.#cut()
    return true
  }

  onComplete(): void {
    this.#answer(false)
  }

  onError(error: Error): void {
    this.end(error)
  }

  /** Ends it here: what is there of an answer may be enough. */
  end(reason: unknown): void {
    if (this.#status !== 0 && !this.#needsWhole) this.#cut()
    else this.breakOff(reason)
  }

  /** Ends it here without an answer. */
  breakOff(reason: unknown): void {
    if (this.isOver) return
    this.isOver = true
    this.#abort?.()
    this.#listener.failed(reason)
  }

  #cut(): void {
    this.#answer(true)
    this.#abort?.()
  }

  #answer(truncated: boolean): void {
    if (this.isOver) return
    this.isOver = true
    const body = this.#body.subarray(0, bounds.taken.hookAnswerBytes)
    this.#listener.answered({ status: this.#status, headers: this.#headers, body, truncated })
  }
}
