// A token with one sign that is another, as somebody would write who guesses at it.

/** The last signs of a text in base64 may hold bits that count for nothing: another sign there can be the same token. */
const end = 4

/** Of the same length and kinds of characters. */
export const alteredToken = (token: string): string => {
  const at = token.slice(0, -end).search(/[0-9A-Za-z][^0-9A-Za-z]*$/)
  return `${token.slice(0, at)}${token[at] === 'a' ? 'b' : 'a'}${token.slice(at + 1)}`
}
