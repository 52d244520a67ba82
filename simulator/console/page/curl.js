// A call as a command line: what the client sent, with shell variables in the place of its secrets.
import { headerPieces, piecesOf } from './secrets.js'

/** What a terminal takes for a key that is pressed, or shows in another order than it runs. */
const unseen = /(?![\n\t])\p{Cc}|\p{Bidi_Control}|[\u2028\u2029]/gu

const octal = (byte) => `\\${byte.toString(8).padStart(3, '0')}`

const written = (character) => `'"$(printf '${[...new TextEncoder().encode(character)].map(octal).join('')}')"'`

export const quoted = (text) => `'${text.replaceAll("'", `'\\''`).replace(unseen, written)}'`

const word = (pieces) =>
  pieces.map((piece) => (typeof piece === 'string' ? quoted(piece) : `"$${piece.variable}"`)).join('') || "''"

/** Those that curl writes on its own. */
const own = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'expect',
])

const bodyOf = ({ text, encoding } = {}) => {
  if (!text) return { before: '', args: [] }
  if (encoding === 'base64') return { before: `printf %s ${quoted(text)} | base64 -d | `, args: ['--data-binary @-'] }
  return { before: '', args: [`--data-raw ${word(piecesOf(text))}`] }
}

/** For a POSIX shell. */
export const curlOf = ({ method, url, headers, postData }) => {
  const { before, args: body } = bodyOf(postData)
  const sent = headers.filter(({ name }) => !own.has(name.toLowerCase()))
  const lines = sent.map((header) => `-H ${word([`${header.name}: `, ...headerPieces(header)])}`)
  if (body.length > 0 && !sent.some(({ name }) => name.toLowerCase() === 'content-type'))
    lines.push(`-H 'Content-Type:'`)
  const first = `${before}curl -sS -i -X ${quoted(method)} ${word(piecesOf(url))}`
  const note = postData?._truncated ? '# The journal kept only the beginning of the body.\n' : ''
  return note + [first, ...lines, ...body].join(' \\\n  ')
}

/** Names of the variables that somebody has to set first. */
export const variablesOf = ({ url, headers, postData }) => {
  const pieces = [
    ...piecesOf(url),
    ...headers.flatMap(headerPieces),
    ...piecesOf(postData?.encoding ? '' : (postData?.text ?? '')),
  ]
  return [...new Set(pieces.flatMap((piece) => piece.variable ?? []))]
}
