// How the signature of a delivery fails, and the words in which a report shows what was signed.

export type SignatureFault = { fails: 'header' | 'timestamp' | 'signature'; why: string }

/** What was done instead, where a usual mistake explains the signature. */
export type Mistake = { breaks: 'algorithm' | 'key' | 'text' | 'form'; words: string }

/** What is wrong with it, in one word. */
export const signatureKey = (fault: SignatureFault | null, mistake: Mistake | null | undefined): string =>
  mistake?.breaks ?? fault?.fails ?? 'signature'

export const rightSignature = 'HMAC-SHA256(secret, "t.body")'

export const unknownSignature = 'a signature with another secret, or over other bytes than those received'

/** What came in place of the right signature; the right one where it came. No digits of it: a secret can be guessed from them. */
export const signatureShown = (fault: SignatureFault | null, mistake: Mistake | null | undefined): string => {
  if (fault === null) return rightSignature
  if (mistake) return mistake.words
  return fault.fails === 'signature' ? unknownSignature : fault.why
}
