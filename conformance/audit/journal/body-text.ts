// A body as the recording has it, a text: its bytes and its JSON are made when they are asked for.
import { textOf } from '../../evidence/exchange.ts'
import { prune } from '../../evidence/prune.ts'
import { bytesIn, sentBytes, textIn, type HarBody } from './har-entry.ts'
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
  readonly #body: HarBody | undefined
  readonly #isSent: boolean
  readonly #kept: KeptBodies

  constructor(body: HarBody | undefined, side: 'sent' | 'received', kept: KeptBodies) {
    this.#body = body
    this.#isSent = side === 'sent'
    this.#kept = kept
  }

  get #length(): number {
    return this.#body?.text?.length ?? 0
  }

  /** Null where there is none. */
  get bytes(): Uint8Array | null {
    return this.#body === undefined ? null : this.#kept.bytes(this, this.#length)
  }

  get json(): unknown {
    return this.#body === undefined ? undefined : this.#kept.json(this, this.#length)
  }

  read(): Uint8Array | null {
    return this.#isSent ? sentBytes(this.#body) : bytesIn(this.#body)
  }

  parse(): unknown {
    const text = textIn(this.#body)
    if (text !== undefined) return parsed(text)
    const bytes = this.#isSent ? this.bytes : null
    return bytes === null ? undefined : parsed(textOf(bytes) ?? '')
  }
}
