// An entry with the beginning of its bodies alone, for a list that shows many.
import type { JournalEntry } from '../public/har-types.ts'

type Body = { text?: string; encoding?: 'base64'; _truncated?: true }

const short = <B extends Body>(body: B, most: number): B => {
  if (body.text === undefined || body.text.length <= most) return body
  // Four characters of base64 belong together.
  const length = body.encoding === 'base64' ? most - (most % 4) : most
  return { ...body, text: body.text.slice(0, length), _truncated: true }
}

export const withShortBodies = (entry: JournalEntry, most: number): JournalEntry => {
  const { request, response } = entry
  return {
    ...entry,
    request: { ...request, ...(request.postData && { postData: short(request.postData, most) }) },
    response: { ...response, content: short(response.content, most) },
  }
}
