// How to get tested what is not, as plain text: the words that the page has.
import { remedyFor } from '../html/remedies.ts'

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

/** Null where no setting changes it. */
export const remedyText = (reason: string): string | null => {
  const remedy = remedyFor(reason)
  if (remedy === null) return null
  const text = remedy.markup.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')
  return text.replaceAll(/&(?:lt|gt|quot|amp|#39);/g, (entity) => entities[entity]!).trim()
}
