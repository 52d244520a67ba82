// Takes request bodies in: small ones in memory, others in a file until they are whole, so that unfinished ones do not add up.
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { bounds } from '../../fixtures/bounds.ts'
import { openNameless } from '../../own-files/nameless-file.ts'
import { Refusal } from '../domain/refusal.ts'

const kibibyte = 1024
/** So much is written to the file at once: of small writes each costs a turn of another thread. */
const atOnce = 512 * kibibyte
/** Where the parts of all bodies that are not written yet have more, each is written sooner: those that stall keep theirs. */
const unwrittenTogether = 8 * 1024 * kibibyte
/** Bodies from this size on are made into values two at a time. */
const large = 1024 * kibibyte
const largeAtATime = 2

export class TooLarge extends Error {}

/** What is done when a call is over: files closed, room given back. */
export type Held = { later(release: () => void): void; release(): void }

class Releases implements Held {
  #releases: (() => void)[] | undefined

  later(release: () => void): void {
    this.#releases ??= []
    this.#releases.push(release)
  }

  release(): void {
    const releases = this.#releases
    this.#releases = undefined
    for (const one of releases ?? []) one()
  }
}

export const createHeld = (): Held => new Releases()

/** A body that has come whole; its bytes are in memory from when they are asked for until the call is over. */
export type Received = { size: number; bytes(): Promise<Buffer> }

export type Inbox = {
  /** Throws `TooLarge` above the limit, the 503 where too much is unfinished, and whatever the stream fails with. */
  receive(stream: Readable, limit: number, held: Held): Promise<Received>
}

const busy = (): Refusal =>
  new Refusal('service_unavailable', 'Too many large request bodies are under way; send this one again in a moment.')

export const createInbox = (most = bounds.taken.bytesUnfinished): Inbox => {
  let inFlight = 0
  let unwritten = 0
  let atWork = 0
  const waiting: (() => void)[] = []

  const enter = async (held: Held): Promise<void> => {
    if (atWork < largeAtATime) atWork += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    held.later(() => {
      const next = waiting.shift()
      if (next) next()
      else atWork -= 1
    })
  }

  return {
    async receive(stream, limit, held) {
      let size = 0
      let claimed = 0
      /** Null where none could be made: then the whole body stays in memory. */
      let file: FileHandle | null | undefined
      let chunks: Buffer[] = []
      let kept = 0
      let isOver = false
      const note = (bytes: number): void => {
        // What comes later is read by nobody.
        if (isOver) return
        kept += bytes
        unwritten += bytes
      }
      held.later(() => {
        inFlight -= claimed
        note(-kept)
        isOver = true
        void file?.close().catch(() => undefined)
      })
      const claim = (bytes: number): void => {
        if (inFlight + bytes > most) throw busy()
        inFlight += bytes
        claimed += bytes
      }
      const write = async (): Promise<void> => {
        const written = await file!.writev(chunks).catch(() => undefined)
        // A disk that is nearly full takes a part.
        if (written?.bytesWritten !== kept) throw busy()
        chunks = []
        note(-kept)
      }
      const checkWanted = (): void => {
        if (isOver) throw new Error('nobody waits for this body any more')
      }
      const openFile = async (): Promise<FileHandle | null> => {
        const opened = (await openNameless()) ?? null
        // The call may have ended meanwhile.
        if (isOver) await opened?.close()
        checkWanted()
        return opened
      }
      const isDue = (): boolean => kept > (file && unwritten <= unwrittenTogether ? atOnce : bounds.taken.bytesInMemory)
      for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        checkWanted()
        size += chunk.length
        if (size > limit) throw new TooLarge()
        chunks.push(chunk)
        note(chunk.length)
        if (size > bounds.taken.bytesInMemory) claim(claimed === 0 ? size : chunk.length)
        if (isDue()) {
          if (file === undefined) file = await openFile()
          if (file) await write()
          else note(-kept)
        }
      }
      return {
        size,
        async bytes() {
          if (size >= large) await enter(held)
          const rest = Buffer.concat(chunks)
          if (!file) return rest
          const bytes = Buffer.allocUnsafe(size)
          let at = 0
          while (at < size - rest.length) {
            const { bytesRead } = await file.read(bytes, at, size - rest.length - at, at)
            if (bytesRead === 0) throw new Error('a file of a request body ended early')
            at += bytesRead
          }
          rest.copy(bytes, at)
          return bytes
        },
      }
    },
  }
}
