/** What one scenario of an entry must come to, and what it came to: the two texts are equal, or the lab fails. */
export type Outcome = {
  scenario: string
  expected: string
  seen: string
  /** What is stated and could not be measured this time, with why; it is in neither text. */
  unmeasured?: string
}

/** What an outcome of the client's corrected source is called. */
export const corrected = 'corrected '

/** The ids of rules in a text. */
export const rulesIn = (text: string): string[] => text.match(/\b[a-z]+\.[a-z0-9-]+\b/g) ?? []
