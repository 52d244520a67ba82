// What report data is by its XML: a valuation response of MISMO 2.6 with its PDF, or a message of MISMO 3.
import { createRequire } from 'node:module'
import type * as Library from 'fast-xml-parser'
import { isPdf, isReadablePdf } from './report-files.ts'

const xml = (): typeof Library => createRequire(import.meta.url)('fast-xml-parser') as typeof Library

const options = { ignoreAttributes: false, parseTagValue: false, parseAttributeValue: false, processEntities: false }

/** Text in the encoding that its byte order mark or the standard gives it; a wrong letter does not matter here. */
const textOf = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

type Tree = Record<string, unknown>

/** The elements of a name anywhere in a tree; a text stands for an element that holds no more than that. */
function* elements(tree: unknown, wanted: string): Generator<unknown> {
  if (Array.isArray(tree)) for (const entry of tree) yield* elements(entry, wanted)
  else if (typeof tree === 'object' && tree !== null)
    for (const [name, value] of Object.entries(tree)) {
      if (name.startsWith('@_')) continue
      if (localName(name) === wanted) yield* Array.isArray(value) ? (value as unknown[]) : [value]
      else yield* elements(value, wanted)
    }
}

/** Every text in a tree of elements, attributes aside. */
function* texts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const entry of value) yield* texts(entry)
  else if (typeof value === 'object' && value !== null)
    for (const [name, entry] of Object.entries(value)) if (!name.startsWith('@_')) yield* texts(entry)
}

/** The versions of MISMO that elements of a tree say they are of. */
function* versionsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, entry] of Object.entries(value)) {
    if (/^@_(.*:)?(MISMOVersionID(entifier)?|MISMOReferenceModelIdentifier)$/i.test(name)) yield String(entry)
    else yield* versionsIn(entry)
  }
}

/** An envelope around the response has a version of its own, which says nothing of the response. */
export const readValuation = (bytes: Uint8Array): { shown: string; isOf26: boolean; response: unknown } => {
  const text = textOf(bytes)
  const { XMLParser, XMLValidator } = xml()
  if (XMLValidator.validate(text) !== true) return { shown: 'no XML', isOf26: false, response: undefined }
  const tree = new XMLParser(options).parse(text) as Tree
  const response = [...elements(tree, 'VALUATION_RESPONSE')]
  const root = Object.keys(tree).find((name) => !/^[@?#]/.test(name))
  if (response.length === 0) return { shown: `XML of ${root}`, isOf26: false, response: undefined }
  const versions = [...versionsIn(response)]
  const foreign = root !== undefined && localName(root) === 'MESSAGE' ? [...versionsIn(tree)] : []
  const all = [...versions, ...foreign]
  return {
    shown: all.length > 0 ? `XML of MISMO ${all.join(', ')}` : 'XML that names no version',
    isOf26: all.every((version) => version.startsWith('2.6')),
    response,
  }
}

/** Some writers put line breaks down as character references, which are no letters of base64. */
const breaks = /\s+|&#(?:x0*(?:d|a|9|20)|0*(?:13|10|9|32));/gi

export const embeddedPdf = 'PDF in base64'

/** What a file element of a response holds of a PDF; undefined where it holds none. */
export const pdfIn = (response: unknown): string | undefined => {
  const files = [...elements(response, 'EMBEDDED_FILE')].flatMap((file) =>
    [...texts(file)].map((text) => Buffer.from(text.replaceAll(breaks, ''), 'base64')),
  )
  if (files.some(isReadablePdf)) return embeddedPdf
  return files.some(isPdf) ? `${embeddedPdf} without an object, so without a page` : undefined
}

/** By its root alone, as the rest of a message may be of any size. */
export const isMismo3 = (beginning: Uint8Array): boolean => {
  const text = textOf(beginning).trimStart()
  return (
    text.startsWith('<') &&
    (/["']http:\/\/www\.mismo\.org\/residential\/2009\/schemas["']/.test(text) ||
      /\sMISMOReferenceModelIdentifier=["']3\./.test(text))
  )
}
