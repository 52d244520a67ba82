// The connections to one origin, one request on each at a time: the last one that became free takes the next.
import type { Client, Dispatcher } from 'undici'
import { createFifo } from './fifo.ts'

/** A request, which is notified of its result; both `onComplete` and `onError` end it. */
export type Posted = Dispatcher.DispatchHandler & {
  readonly options: Dispatcher.DispatchOptions
  /** Nobody waits for it any more. */
  readonly isOver: boolean
  onConnect(abort: (reason?: Error) => void): void
  onHeaders(status: number, headers: Buffer[]): boolean
  onData(chunk: Buffer): boolean
  onComplete(): void
  onError(error: Error): void
}

export type Pool = {
  send(posted: Posted): void
  /** Takes no more, and closes each connection when what it carries is over. */
  retire(): void
  destroy(): Promise<void>
}

/** The receiver ended a kept connection just before the request was written to it. */
const wasCut = ({ code, syscall }: NodeJS.ErrnoException): boolean =>
  (code === 'ECONNRESET' || code === 'EPIPE') && syscall !== 'connect'

export function createPool(create: () => Client, most: number): Pool {
  const clients = new Set<Client>()
  const free: Client[] = []
  const waiting = createFifo<Posted>()
  let isRetired = false

  /** Puts itself between undici and the request, so that the connection is known to be free when either is done. */
  class Carried implements Dispatcher.DispatchHandler {
    readonly #client: Client
    readonly #posted: Posted
    #isWritten = false
    #mayRepeat: boolean

    constructor(client: Client, posted: Posted, isKept: boolean) {
      this.#client = client
      this.#posted = posted
      this.#mayRepeat = isKept
    }

    go(): void {
      this.#client.dispatch(this.#posted.options, this)
    }

    onConnect(abort: (reason?: Error) => void) {
      this.#isWritten = true
      this.#posted.onConnect(abort)
    }

    onHeaders(status: number, headers: Buffer[]) {
      return this.#posted.onHeaders(status, headers)
    }

    onData(chunk: Buffer) {
      return this.#posted.onData(chunk)
    }

    onComplete() {
      release(this.#client)
      this.#posted.onComplete()
    }

    onError(error: Error) {
      if (this.#mayRepeat && !this.#isWritten && !this.#posted.isOver && wasCut(error)) {
        this.#mayRepeat = false
        queueMicrotask(() => this.go())
        return
      }
      release(this.#client)
      this.#posted.onError(error)
    }
  }

  function release(client: Client) {
    if (!isRetired) free.push(client)
    else if (clients.delete(client)) void client.close()
    if (!waiting.isEmpty) queueMicrotask(takeWaiting)
  }

  function takeWaiting() {
    while (!waiting.isEmpty && (free.length > 0 || clients.size < most)) {
      const posted = waiting.take()!
      if (!posted.isOver) send(posted)
    }
  }

  function send(posted: Posted) {
    const kept = free.pop()
    if (kept === undefined && clients.size >= most) return void waiting.push(posted)
    const client = kept ?? create()
    clients.add(client)
    new Carried(client, posted, kept !== undefined).go()
  }

  return {
    send,
    retire() {
      isRetired = true
      for (const client of free.splice(0)) release(client)
    },
    async destroy() {
      await Promise.all(Array.from(clients, (client) => client.destroy()))
    },
  }
}
