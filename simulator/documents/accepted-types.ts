// Which file types a lender may upload, by media type and by extension (Endpoints / POST /orders/{order_id}/documents).
import { withoutEnd } from './without-end.ts'

/** Media type → extensions, the usual one first. "Common office types" is read as Word, Excel, PowerPoint, RTF, CSV and ODF. */
export const acceptedTypes: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/tiff': ['tif', 'tiff'],
  'application/zip': ['zip'],
  'text/plain': ['txt', 'text'],
  'application/xml': ['xml'],
  'text/csv': ['csv'],
  'application/rtf': ['rtf'],
  'application/msword': ['doc', 'dot'],
  'application/vnd.ms-excel': ['xls', 'xlt'],
  'application/vnd.ms-powerpoint': ['ppt', 'pps'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
}

/** Other names in use for the same types. */
const aliases: Readonly<Record<string, string>> = {
  'application/x-pdf': 'application/pdf',
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/apng': 'image/png',
  'image/tif': 'image/tiff',
  'image/x-tiff': 'image/tiff',
  'application/x-zip-compressed': 'application/zip',
  'application/x-zip': 'application/zip',
  'text/xml': 'application/xml',
  'application/csv': 'text/csv',
  'text/rtf': 'application/rtf',
  'application/x-rtf': 'application/rtf',
}

/** Types that share the container of the old office formats, which only a name or a declaration distinguishes. */
export const legacyOffice: readonly string[] = [
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
]

/** Programs, scripts, pages and macro-carrying office files: refused by name, whatever they hold. */
export const refusedExtensions: ReadonlySet<string> = new Set(
  `html htm xhtml xht shtml mhtml mht svg svgz js mjs cjs vbs vbe wsf hta exe dll com scr pif msi msp bat cmd ps1 psm1 sh
   bash py pl rb php jsp asp aspx jar war apk class lnk reg inf cpl iso dmg docm dotm xlsm xltm xlam pptm potm ppsm`.split(
    /\s+/,
  ),
)

const byExtension = new Map(
  Object.entries(acceptedTypes).flatMap(([type, extensions]) =>
    extensions.map((extension) => [extension, type] as const),
  ),
)

/** The extension in lower case; blanks, dots and stream names that Windows would drop at the end do not hide one. */
export function extensionOf(filename: string): string {
  const last = filename.split(/[\\/]/).at(-1) ?? ''
  const trimmed = withoutEnd(last.replace(/::\$data$/i, ''), /[\s.\p{Cc}\p{Cf}]/u)
  return /\.([^.]+)$/.exec(trimmed)?.[1]?.toLowerCase() ?? ''
}

export const typeOfExtension = (extension: string): string | undefined => byExtension.get(extension)

/** The accepted type that a media type means, parameters and letter case aside. */
export function acceptedType(mediaType: string | undefined): string | undefined {
  const bare = bareType(mediaType)
  const type = aliases[bare] ?? bare
  return Object.hasOwn(acceptedTypes, type) ? type : undefined
}

/** A declaration that says nothing about the content. */
export const isUndeclared = (mediaType: string | undefined): boolean =>
  ['', 'application/octet-stream', 'binary/octet-stream'].includes(bareType(mediaType))

const bareType = (mediaType = ''): string => (mediaType.split(';')[0] ?? '').trim().toLowerCase()
