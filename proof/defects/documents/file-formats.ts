// Defects of uploads whose type or parts are written in one of several forms, or whose name has a dot too many.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'

type File = { filename: string; bytes: Uint8Array }

const refusing = (fits: (file: File) => boolean): Mutation =>
  op
    .instead('uploads.accept', async (usual, file) =>
      fits(file) ? { refused: 'it is of no known type' } : usual(file),
    )
    .as('refuse')

const beginsWith = ({ bytes }: File, text: string): boolean =>
  Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text

export const documentsFileFormats: readonly Defect[] = rows({
  'tiff-of-the-other-byte-order-refused': {
    breaks: 'documents.upload-of-tiff-accepted',
    bug: 'A TIFF is known by the first of the two beginnings that one may have.',
    deep: 'only for a TIFF whose highest byte comes first',
    apply: refusing((file) => beginsWith(file, 'MM')),
  },
  'picture-of-a-camera-refused': {
    breaks: 'documents.upload-of-jpeg-accepted',
    bug: 'A JPEG is known by its JFIF head, which cameras do not write.',
    deep: 'only for a JPEG that begins with Exif',
    apply: refusing((file) => beginsWith(file, '\xff\xd8\xff\xe1')),
  },
  'xml-without-a-declaration-refused': {
    breaks: 'documents.upload-of-xml-accepted',
    bug: 'XML is known by its declaration, which it may do without.',
    deep: 'only for XML without a declaration',
    apply: refusing((file) => file.filename.endsWith('.xml') && !beginsWith(file, '<?xml')),
  },
  'name-with-two-dots-refused': {
    breaks: 'documents.upload-of-tiff-accepted',
    bug: 'What follows the first dot of a file name is its extension.',
    deep: 'only for a name with two dots',
    apply: refusing(({ filename }) => filename.split('.').length > 2),
  },
  'file-before-its-kind-refused': {
    breaks: 'documents.upload-takes-multipart',
    bug: 'The parts are read as they come, and a file whose kind is not known yet is refused.',
    deep: 'only where the file is not the last part',
    apply: op.set('uploads.takesFileFirst', false),
  },
})
