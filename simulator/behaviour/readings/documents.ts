// Permitted readings of the freedoms of the area documents.
import { instead, replace, set, together, wrap, type Mutation } from '../operators/index.ts'
import { acceptedType, extensionOf, isUndeclared, typeOfExtension } from '../../documents/accepted-types.ts'
import type { Style26 } from '../../documents/document-input.ts'
import { withoutEnd } from '../../documents/without-end.ts'
import type { Company, Document } from '../../domain/records.ts'
import type { UploadFault, uploads as uploadsOf } from '../uploads.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'
import { succeedsWith } from './reading-patches.ts'

type Uploads = ReturnType<typeof uploadsOf>

/** Another code for a fault; null is the code of what cannot be read. */
const faultAs = (fault: UploadFault, code: string | null): Mutation =>
  wrap('uploads.codeOf', (usual, given, codes) => (given === fault ? (code ?? codes.unreadable) : usual))

const described = (...others: Mutation[]): ReadingPatch =>
  together(
    set('uploads.requiredParts', (usual) => [...usual, 'description']),
    ...others,
  )

const empty = (code: string | null): ReadingPatch => set('uploads.emptyCode', code)

/** An empty file has no content to be judged by. */
const emptyTaken: ReadingPatch = (ground) => {
  empty(null)(ground)
  const { uploads } = ground.behaviour
  const { accept } = uploads
  uploads.accept = async (file) => {
    const type = typeOfExtension(extensionOf(file.filename)) ?? acceptedType(file.declared)
    return file.bytes.length === 0 && type ? { content_type: type } : accept.call(uploads, file)
  }
}

const counting = (choose: <T>(files: readonly T[]) => readonly T[]): ReadingPatch => replace('uploads.counted', choose)

type Judge = (file: Parameters<Uploads['accept']>[0]) => { named: string | undefined; stated: string | undefined }

const claims: Judge = ({ filename, declared }) => ({
  named: typeOfExtension(extensionOf(filename)),
  stated: acceptedType(declared),
})

const judged = (decide: (claim: ReturnType<Judge>) => string | undefined): ReadingPatch =>
  replace('uploads.accept', async (file) => {
    const type = decide(claims(file))
    return type ? { content_type: type } : { refused: 'it is of no accepted type' }
  })

/** A name without an extension and a declaration that says nothing are no disagreement. */
const agreeing: ReadingPatch = instead('uploads.accept', async (usual, file) => {
  const verdict = await usual(file)
  if (!('content_type' in verdict)) return verdict
  const { named, stated } = claims(file)
  const nameAgrees = extensionOf(file.filename) === '' || named === verdict.content_type
  const declarationAgrees = isUndeclared(file.declared) || stated === verdict.content_type
  return nameAgrees && declarationAgrees ? verdict : { refused: 'its name, its declared type and its content disagree' }
})

const openDocument = /opendocument|rtf/
const powerPoint = /powerpoint|presentation/

const without = (...types: RegExp[]): ReadingPatch => {
  const isOut = (type: string) => types.some((one) => one.test(type))
  return together(
    set('uploads.acceptedTypes', (usual) => usual.filter((type) => !isOut(type))),
    instead('uploads.accept', async (usual, file) => {
      const verdict = await usual(file)
      return 'content_type' in verdict && isOut(verdict.content_type) ? { refused: 'it is of no common type' } : verdict
    }),
  )
}

const declaredSpelling: ReadingPatch = together(
  set('uploads.readsStatedType', true),
  wrap('uploads.mediaType', (usual, verdict, stated) =>
    stated !== undefined && acceptedType(stated) === verdict ? stated : usual,
  ),
)

/** What no file system, shell or header takes amiss is kept. */
const safely: ReadingPatch = replace('uploads.filename', (sent) => {
  const shown = sent.replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*%;]/gu, '_')
  const kept = withoutEnd(shown, /[\s.]/)
  return `${kept}${kept === shown ? '' : '_'}`.replace(/^[\s.]+/u, '_').replaceAll(/\s+/gu, '_')
})

const ofCompanies =
  (policy: Partial<Company>): ReadingPatch =>
  ({ world }) => {
    for (const company of world.companies) Object.assign(company, policy)
  }

const invoiceLater: ReadingPatch = ({ behaviour: { deliveries } }) => {
  const { kinds, later } = deliveries
  deliveries.kinds = (...given) => kinds.apply(deliveries, given).filter((kind) => kind !== 'invoice')
  deliveries.later = (...given) => [
    ...later.apply(deliveries, given),
    ...kinds.apply(deliveries, given).filter((kind) => kind === 'invoice'),
  ]
}

const reports = ['report_pdf', 'report_data']

/** Of each of the report's files the newest. */
const newestReports: ReadingPatch = instead('deliveries.listed', (usual, documents) => {
  const isNewest = ({ kind }: Document, index: number, all: readonly Document[]) =>
    !reports.includes(kind) || all.findIndex((document) => document.kind === kind) === index
  return usual(documents).filter(isNewest)
})

const styled = (style: Partial<Style26>): ReadingPatch => set('deliveries.style26', (usual) => ({ ...usual, ...style }))

export const documents: AreaReadings = {
  'documents.success-status': {
    'status-200': succeedsWith(['uploadDocument'], 200),
    'status-202': succeedsWith(['uploadDocument'], 202),
  },
  'documents.other-kind-status': {
    'semantic-422': faultAs('kind', 'semantic_validation_failed'),
    'status-400': faultAs('kind', null),
    'status-403': faultAs('kind', 'action_not_permitted_for_client'),
  },
  'documents.missing-part-status': { 'status-400': faultAs('missing', null) },
  'documents.unknown-purpose': {
    'status-400': faultAs('purpose', null),
    'as-other': set('uploads.unknownPurpose', 'other'),
  },
  'documents.description-missing': {
    'status-422': described(),
    'status-400': described(faultAs('undescribed', null)),
  },
  'documents.empty-file': {
    'status-400': empty('invalid_request'),
    'status-415': empty('unsupported_media_type'),
    accepted: emptyTaken,
  },
  'documents.several-files': {
    'status-400': faultAs('several', null),
    'first-only': counting((files) => files.slice(0, 1)),
    'last-only': counting((files) => files.slice(-1)),
  },
  'documents.type-judged-by': {
    'declared-type': judged(({ stated }) => stated),
    'file-name': judged(({ named }) => named),
    'all-agree': agreeing,
  },
  'documents.office-types': {
    'word-excel-and-powerpoint': without(openDocument),
    'word-and-excel': without(openDocument, powerPoint),
  },
  'documents.media-type-spelling': { 'as-declared': declaredSpelling },
  'documents.filename-kept': { 'made-safe': safely },
  'documents.size-edge': {
    decimal: set('uploads.maxBytes', 25_000_000),
  },
  'documents.over-large-answer-time': {
    'answers-early': set('uploads.answersEarly', true),
  },
  'documents.not-multipart': {
    'status-415': faultAs('unparsable', 'unsupported_media_type'),
    'status-422': faultAs('unparsable', 'validation_failed'),
  },
  'documents.invoice': {
    later: invoiceLater,
    never: ofCompanies({ invoices_through_platform: false }),
  },
  'documents.compliance-certificate': { 'not-issued': ofCompanies({ issues_compliance_certificate: false }) },
  'documents.borrower-certificate': { 'not-issued': ofCompanies({ issues_borrower_certificate: false }) },
  'documents.submission-summaries': { none: ofCompanies({ collateral_portal: false }) },
  'documents.review-report': { 'not-provided': ofCompanies({ provides_review_report: false }) },
  'documents.pdf-in-package': {
    'not-inside': set('deliveries.pdfInPackage', false),
  },
  'documents.version-of-2-6-data': { plain: styled({ version: '2.6' }) },
  'documents.place-of-the-embedded-pdf': { form: styled({ pdf_in: 'form' }), report: styled({ pdf_in: 'report' }) },
  'documents.base64-of-the-embedded-pdf': { wrapped: styled({ base64: 'wrapped' }) },
  'documents.dates-of-2-6-data': { 'month-first': styled({ dates: 'month-first' }) },
  'documents.amounts-of-2-6-data': {
    commas: styled({ amounts: 'commas' }),
    decimals: styled({ amounts: 'decimals' }),
  },
  'documents.old-report-after-revision': { replaced: newestReports },
}
