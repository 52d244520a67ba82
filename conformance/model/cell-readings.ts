// What an answer says of the freedom that decides a cell: the reading, by the name that the freedom has for it.

type Named = Partial<Record<'accepted' | 'refused', string>>

const own: Record<string, Named> = {
  'messages.on-closed-orders': { accepted: 'accepted', refused: 'status-409' },
  'messages.appraiser-policy': { accepted: 'allowed', refused: 'recipient-not-allowed' },
  'sandbox.advance-after-hold-chain': { accepted: 'status-before-that', refused: 'nothing' },
}

/** Null where the answer alone does not show which reading was taken. */
export const cellReading = (freedom: string, answer: 'accepted' | 'refused'): string | null => {
  if (freedom.startsWith('lifecycle.')) return answer === 'accepted' ? answer : 'refused-409'
  return own[freedom]?.[answer] ?? null
}
