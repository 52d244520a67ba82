// What one body, and all large ones of a journal together, may hold to be judged, in values and characters: one that holds more is left out whole, and named.
import { bounds } from '../../../fixtures/bounds.ts'
import type { HarBody, HarEntry } from './har-entry.ts'

const { values: mostValues } = bounds.audited

const [quote, backslash, comma, bracket, brace] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]

/** Values of a text, were it JSON: one look at each byte, and none beyond the limit. */
const valuesIn = (bytes: Uint8Array): number => {
  let values = 1
  let isText = false
  for (let at = 0; at < bytes.length && values <= mostValues; at += 1) {
    const byte = bytes[at]
    if (isText) {
      if (byte === backslash) at += 1
      else if (byte === quote) isText = false
    } else if (byte === quote) isText = true
    else if (byte === comma || byte === bracket || byte === brace) values += 1
  }
  return values
}

type Budget = {
  /** The entry as far as it is judged: a body that holds too much counts as one that the recording has not. */
  bounded(entry: HarEntry, number: string): HarEntry
  /** Numbers of the entries that lost a body so, in order. */
  readonly leftOut: readonly string[]
}

export const createBudget = (): Budget => {
  const leftOut: string[] = []
  let spent = 0
  let length = 0

  const isOver = (body: HarBody | undefined): boolean => {
    // A value takes two letters at least.
    if (typeof body?.text !== 'string' || body.text.length < bounds.audited.fewValues) return false
    if (body.text.length > bounds.audited.fewCharacters) {
      if (body.text.length > bounds.audited.characters || length + body.text.length > bounds.audited.charactersTogether)
        return true
      length += body.text.length
    }
    const isBase64 = body.encoding === 'base64' || body.comment === 'in base64'
    const values = valuesIn(Buffer.from(body.text, isBase64 ? 'base64' : 'utf8'))
    if (values < bounds.audited.fewValues) return false
    if (values > mostValues || spent + values > bounds.audited.valuesTogether) return true
    spent += values
    return false
  }

  const without = <B extends HarBody>({ text: _text, ...body }: B) => ({ ...body, _truncated: true })

  return {
    leftOut,
    bounded(entry, number) {
      const { request, response } = entry
      const [isSent, isReceived] = [isOver(request.postData), isOver(response?.content)]
      if (!isSent && !isReceived) return entry
      leftOut.push(number)
      return {
        ...entry,
        request: isSent ? { ...request, postData: without(request.postData!) } : request,
        ...(response && { response: isReceived ? { ...response, content: without(response.content!) } : response }),
      }
    },
  }
}
