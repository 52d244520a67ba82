// What tools write in the place of a secret.

/** Tools that mask secrets write the same for each of them. */
export const isMasked = (text: string): boolean =>
  !/[A-Za-z0-9]/.test(text) ||
  /^x{3,}$/i.test(text) ||
  /redacted|masked|hidden|removed|filtered|sanitized|scrubbed|obfuscated/i.test(text)
