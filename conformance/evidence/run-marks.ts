// What shows which run of assay made something: each text that a run sends begins with its mark, and the path of its receiver ends with its name.

/** The texts that `marker()` makes, in reruns too. */
const marks = /assay-([0-9a-f]{8})-(?:again\d{1,4}-)?\d{5}/g

export const marksIn = (text: string): string[] => [...new Set(text.match(marks))]

/** The run whose mark a text begins with; null where there is none. */
export const runIn = (text: unknown): string | null => {
  const [mark] = String(text ?? '').matchAll(marks)
  return mark?.index === 0 ? mark[1]! : null
}

/** The run whose receiver an address or a path leads to, whatever stands before; null where none did. */
export const runAt = (address: unknown): string | null =>
  /\/assay\/([0-9a-f]{8})\/?(?:\?|$)/.exec(String(address ?? ''))?.[1] ?? null
