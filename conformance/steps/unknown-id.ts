// An identifier that looks like a real one and belongs to nothing.

const next = (character: string): string => {
  if (/[0-8A-Ya-y]/.test(character)) return String.fromCharCode(character.charCodeAt(0) + 1)
  return { '9': '0', Z: 'A', z: 'a' }[character] ?? character
}

/** The same prefix, length and kinds of characters; the last five letters and digits moved on by one. */
export const unknownLike = (id: string): string => id.slice(0, -5) + Array.from(id.slice(-5), next).join('')
