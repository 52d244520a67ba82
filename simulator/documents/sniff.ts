// Judges an uploaded file by what it holds; its name and declared type only settle what the content leaves open.

import {
  acceptedType,
  extensionOf,
  isUndeclared,
  legacyOffice,
  refusedExtensions,
  typeOfExtension,
} from './accepted-types.ts'
import { beginningOfText } from './text-content.ts'

type Upload = { readonly filename: string; readonly declared: string | undefined; readonly bytes: Uint8Array }

/** `refused` is a clause for people that completes "The file type is not accepted: …". */
type UploadVerdict = { readonly content_type: string } | { readonly refused: string }

const expected = 'expected PDF, JPEG, PNG, TIFF, ZIP, plain text, XML or a common office type'

/**
 * The type of an upload (Endpoints / POST /orders/{order_id}/documents): the detected one, also where name or declaration
 * say another accepted one. Refused are names of programs and pages, content of no accepted type, text that claims to be
 * of a type that is not accepted, and an empty file unless it is named as plain text.
 */
export async function acceptUpload({ filename, declared, bytes }: Upload): Promise<UploadVerdict> {
  const extension = extensionOf(filename)
  if (refusedExtensions.has(extension)) return { refused: `a file named .${extension} is refused whatever it holds` }
  const named = typeOfExtension(extension)
  const stated = acceptedType(declared)
  if (bytes.length === 0) {
    return named === 'text/plain'
      ? { content_type: named }
      : { refused: 'the file is empty, which only a .txt file may be' }
  }

  const signature = await signatureOf(bytes)
  const found = acceptedType(signature)
  if (found && found !== 'application/xml') return { content_type: found }
  if (signature === 'application/x-cfb') {
    const legacy = [named, stated].find((type) => type && legacyOffice.includes(type))
    return legacy
      ? { content_type: legacy }
      : { refused: `the content is an OLE container of no office type, ${expected}` }
  }
  const text = beginningOfText(bytes)
  if (text === undefined) return { refused: `the content is ${signature ?? 'of no known type'}, ${expected}` }
  const foreign = (extension !== '' && !named) || !(stated || isUndeclared(declared))
  return textVerdict(text, [named, stated], foreign)
}

/** Text has no signature, so its claims count: the name first, then the declared type. */
function textVerdict(text: string, claims: readonly (string | undefined)[], foreign: boolean): UploadVerdict {
  const start = text.replace(/^\uFEFF/, '').trimStart()
  if (claims.includes('application/xml') && /^<[\p{L}_?!]/u.test(start)) return { content_type: 'application/xml' }
  const claimed = claims.find((type) => type?.startsWith('text/'))
  if (claimed) return { content_type: claimed }
  if (foreign) return { refused: `the content is text of a type that is not accepted, ${expected}` }
  if (/^<(?:!doctype\s+html|html|head|body|script|svg)\b/i.test(start))
    return { refused: `the content is a web page, ${expected}` }
  return { content_type: start.startsWith('<?xml') ? 'application/xml' : 'text/plain' }
}

/** The media type by magic numbers and, for a ZIP, by its entries. The library is loaded at the first upload. */
async function signatureOf(bytes: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  try {
    return (await fileTypeFromBuffer(bytes))?.mime
  } catch {
    // A file that ends within its header is of no type.
    return undefined
  }
}
