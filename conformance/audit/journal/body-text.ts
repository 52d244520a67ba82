// A body as the recording has it, a text: its bytes and its JSON are made when they are asked for.
import { textOf } from '../../evidence/exchange.ts'
import { prune } from '../../evidence/prune.ts'
import { bytesIn, sentBytes, textIn, type HarEntry } from './har-entry.ts'
import { createRecent } from './recent.ts'

const parsed = (text: string): unknown => {
  try {
    return prune(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** What is kept of the bodies of one journal. */
export type KeptBodies = {
  bytes: (body: BodyText, length: number) => Uint8Array | null
  json: (body: BodyText, length: number) => unknown
}

export const keptBodies = (): KeptBodies => ({
  bytes: createRecent((body: BodyText) => body.read()),
  json: createRecent((body: BodyText) => body.parse()),
})

export class BodyText {
  readonly #entry: HarEntry
  readonly #isSent: boolean
  readonly #kept: KeptBodies

  constructor(entry: HarEntry, side: 'sent' | 'received', kept: KeptBodies) {
    this.#entry = entry
    this.#isSent = side === 'sent'
    this.#kept = kept
  }

  get #length(): number {
    const { request, response } = this.#entry
    return (this.#isSent ? request.postData : response?.content)?.text?.length ?? 0
  }

  /** Null where there is none. */
  get bytes(): Uint8Array | null {
    return this.#kept.bytes(this, this.#length)
  }

  get json(): unknown {
    return this.#kept.json(this, this.#length)
  }

  read(): Uint8Array | null {
    const { request, response } = this.#entry
    return this.#isSent ? sentBytes(request) : bytesIn(response?.content)
  }

  parse(): unknown {
    const { request, response } = this.#entry
    const text = textIn(this.#isSent ? request.postData : response?.content)
    if (text !== undefined) return parsed(text)
    const bytes = this.#isSent ? this.bytes : null
    return bytes === null ? undefined : parsed(textOf(bytes) ?? '')
  }
}
