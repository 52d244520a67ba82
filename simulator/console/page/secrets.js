// Secrets in what went over the wire: found, so that a page hides them and a copied call names variables in their place.
import { visible } from './text.js'

/** Each finds a secret as its only group; the name is that of a shell variable. */
const patterns = [
  [/"client_secret"\s*:\s*"((?:[^"\\]|\\.)+)"/g, 'ASSAY_CLIENT_SECRET'],
  [/"secret"\s*:\s*"((?:[^"\\]|\\.)+)"/g, 'ASSAY_WEBHOOK_SECRET'],
  [/"access_token"\s*:\s*"((?:[^"\\]|\\.)+)"/g, 'ASSAY_TOKEN'],
  [/(?:^|[?&])client_secret=([^&\s]+)/g, 'ASSAY_CLIENT_SECRET'],
  [/[?&]access_token=([^&\s"]+)/g, 'ASSAY_TOKEN'],
  [/[?&]signature=([^&\s"]+)/g, 'ASSAY_LINK_SIGNATURE'],
]

const found = (text) =>
  patterns
    .flatMap(([pattern, variable]) =>
      [...text.matchAll(pattern)].map((match) => {
        const end = match.index + match[0].length - (match[0].endsWith('"') && !match[1].endsWith('"') ? 1 : 0)
        return { start: end - match[1].length, end, variable }
      }),
    )
    .toSorted((a, b) => a.start - b.start)

/** A text in pieces: strings, and `{variable, secret}` where a secret stood. */
export const piecesOf = (text) => {
  const pieces = []
  let at = 0
  for (const { start, end, variable } of found(text)) {
    if (start < at) continue
    pieces.push(text.slice(at, start), { variable, secret: text.slice(start, end) })
    at = end
  }
  return [...pieces, text.slice(at)].filter((piece) => piece !== '')
}

export const headerPieces = ({ name, value }) => {
  const [, scheme, rest] = /^(bearer|basic)( .+)$/i.exec(value) ?? []
  if (name.toLowerCase() !== 'authorization' || !scheme) return piecesOf(value)
  const space = /^ +/.exec(rest)[0]
  const variable = scheme.toLowerCase() === 'bearer' ? 'ASSAY_TOKEN' : 'ASSAY_BASIC_CREDENTIALS'
  return [scheme + space, { variable, secret: rest.slice(space.length) }]
}

export const shownSecret = ({ secret }, isOpen) => (isOpen ? visible(secret) : '••••••••')
