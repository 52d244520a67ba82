// Defects that odd but possible uploads alone show: an exception that nobody caught.
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../simulator/behaviour/operators/index.ts'
import type { UploadFault } from '../../simulator/behaviour/uploads.ts'
import { rows } from './rows.ts'
import type { Defect } from './defect.ts'

const uploadFault = (fault: UploadFault): Mutation =>
  op.wrap('uploads.codeOf', (usual, given) => (given === fault ? 'internal_error' : usual))

const unusable = 'errors.unusable-request-is-no-failure'
const unforeseen = 'errors.unforeseen-request-is-no-failure'

export const oddUploads: readonly Defect[] = rows({
  'unknown-purpose-is-500': {
    breaks: unusable,
    bug: 'The purpose of an upload goes into a column with an enumeration, and nothing looks at it before.',
    deep: 'only for an unknown purpose',
    apply: uploadFault('purpose'),
  },
  'unparsable-upload-is-500': {
    breaks: unusable,
    bug: 'A multipart body that cannot be parsed ends in the exception of the parser.',
    deep: 'only for a body without its boundary',
    apply: uploadFault('unparsable'),
  },
  'two-files-are-500': {
    breaks: unforeseen,
    bug: 'The upload library gives a list where there are two files, which nothing expects.',
    deep: 'only for two files',
    apply: uploadFault('several'),
  },
  'long-file-name-is-500': {
    breaks: unforeseen,
    bug: 'An upload is stored under the name that it came with, which no file system takes once it is long.',
    deep: 'only for a name of more than 255 letters',
    apply: uploadFault('name'),
  },
  'empty-file-is-500': {
    breaks: unforeseen,
    bug: 'The type of a file is read from its first byte, also where there is none.',
    deep: 'only for an empty file',
    apply: op.set('uploads.emptyCode', 'internal_error'),
  },
})
