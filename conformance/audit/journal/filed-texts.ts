// Texts of a long recording wait in a file without a name, and come back when they are asked for: half of its memory would be its bodies.
import { closeSync, readSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { bounds } from '../../../fixtures/bounds.ts'
import { openNamelessSync } from '../../../own-files/nameless-file.ts'

/** Where a text is in the file. */
type Place = { at: number; bytes: number }

/** What a file of UTF-8 cannot hold. */
const loneSurrogate = /\p{Surrogate}/u

/** Bytes that are written, and read, at a time. */
const atOnce = 65_536

/** The file is closed when nothing of it can be asked for any more. */
const forgotten = new FinalizationRegistry((file: number) => closeSync(file))

export class FiledTexts {
  readonly #folder: string
  #file: number | null | undefined
  #written = 0
  #waiting = Buffer.allocUnsafe(atOnce)
  #filled = 0
  readonly #window = Buffer.allocUnsafe(atOnce)
  #from = 0
  #to = 0
  #isFull = false

  constructor(folder: string = tmpdir()) {
    this.#folder = folder
  }

  /** Where a text is now; null where it has to stay where it is: it is short, no text of Unicode, or there is no room for files. */
  put(text: string): Place | null {
    if (text.length < bounds.audited.filedCharacters || loneSurrogate.test(text)) return null
    const bytes = Buffer.from(text)
    if (this.#filled + bytes.length > atOnce && !this.#write()) return null
    const at = this.#written + this.#filled
    if (bytes.length > atOnce) return this.#append(bytes) ? { at, bytes: bytes.length } : null
    bytes.copy(this.#waiting, this.#filled)
    this.#filled += bytes.length
    return { at, bytes: bytes.length }
  }

  get({ at, bytes }: Place): string {
    if (at >= this.#written) return this.#waiting.toString('utf8', at - this.#written, at - this.#written + bytes)
    if (bytes > atOnce) {
      const own = Buffer.allocUnsafe(bytes)
      this.#read(own, at, bytes)
      return own.toString()
    }
    if (at < this.#from || at + bytes > this.#to) {
      const size = Math.min(atOnce, this.#written - at)
      this.#to = 0
      this.#read(this.#window, at, size)
      this.#from = at
      this.#to = at + size
    }
    return this.#window.toString('utf8', at - this.#from, at - this.#from + bytes)
  }

  #read(into: Buffer, at: number, size: number): void {
    for (let done = 0; done < size;) {
      const count = readSync(this.#file!, into, done, size - done, at + done)
      if (count === 0) throw new Error('The file of bodies ends before a body does.')
      done += count
    }
  }

  /** What waits goes into the file; false where it cannot, and goes on waiting. */
  #write(): boolean {
    if (this.#filled === 0) return true
    if (!this.#append(this.#waiting.subarray(0, this.#filled))) return false
    this.#filled = 0
    return true
  }

  /** A disk that is full takes a part: then nothing more is written. */
  #append(bytes: Buffer): boolean {
    if (this.#file === undefined) {
      this.#file = openNamelessSync(this.#folder) ?? null
      if (this.#file !== null) forgotten.register(this, this.#file)
    }
    if (this.#file === null || this.#isFull) return false
    try {
      for (let done = 0; done < bytes.length;)
        done += writeSync(this.#file, bytes, done, bytes.length - done, this.#written + done)
      this.#written += bytes.length
      return true
    } catch {
      this.#isFull = true
      return false
    }
  }
}
