// A file of each accepted type is taken, and its link gives back every byte.
import { present } from '../../evidence/expected.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { correspondence, twinName, type FileName } from '../../scenarios/correspondence.ts'
import { fetchFile, readDocument } from '../../steps/documents.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { drawn } from '../../steps/ask-oddly.ts'
import type { CheckContext } from '../../kit/context.ts'
import { isSameTime } from '../../contract/same-instant.ts'
import { check } from '../../kit/check.ts'

const ruleOf: Record<FileName, string> = {
  pdf: 'documents.upload-of-pdf-accepted',
  jpeg: 'documents.upload-of-jpeg-accepted',
  png: 'documents.upload-of-png-accepted',
  tiff: 'documents.upload-of-tiff-accepted',
  zip: 'documents.upload-of-zip-accepted',
  text: 'documents.upload-of-plain-text-accepted',
  xml: 'documents.upload-of-xml-accepted',
  word: 'documents.upload-of-office-files-accepted',
  excel: 'documents.upload-of-office-files-accepted',
}

const rules = {
  purpose: 'documents.upload-takes-each-purpose',
  plain: 'documents.upload-without-purpose-accepted',
  described: 'documents.upload-takes-a-description',
  kind: ['documents.upload-of-kind-supporting-accepted', 'documents.upload-takes-multipart'],
  summary: 'documents.upload-answers-with-the-summary',
  supporting: 'documents.upload-summary-has-kind-supporting',
  name: 'documents.upload-summary-keeps-the-filename',
  type: 'documents.upload-summary-has-the-files-type',
  size: 'documents.size-bytes-is-the-files-size',
  bytes: ['documents.upload-takes-the-file', 'downloads.link-delivers-the-file', 'downloads.plain-get-suffices'],
  detail: ['documents.detail-has-the-summary-fields', 'documents.detail-has-order-id'],
}

const summaryFields = ['id', 'kind', 'filename', 'content_type', 'size_bytes', 'created_at']

/** The others have several spellings. */
const ofOneSpelling: readonly string[] = ['pdf', 'jpeg', 'png', 'tiff', 'text'] satisfies FileName[]

const essence = (type: unknown): unknown =>
  typeof type === 'string' ? type.split(';', 1)[0]!.trim().toLowerCase() : type

/** Other characters a server may replace, wherever it shows the name. */
const isAscii = (name: string): boolean => /^[\x20-\x7e]*$/.test(name)

/** What a name becomes that is taken for Latin 1, or for a part of a query. */
const misread = (name: string): string[] =>
  [Buffer.from(name).toString('latin1'), name.replaceAll('+', ' ')].filter((one) => one !== name)

/** What a server may take for a text, or show in another form; of the others one of each kind, by the seed. */
const always: readonly string[] = ['pdf', 'text', 'jpeg'] satisfies FileName[]
const alike: readonly (readonly FileName[])[] = [
  ['png', 'tiff'],
  ['zip', 'word', 'excel', 'xml'],
]

const toFetch = (context: CheckContext): ReadonlySet<string> =>
  new Set(context.effort > 1 ? Object.keys(ruleOf) : [...always, ...alike.flatMap((some) => drawn(context, some, 1))])

export default check({
  id: 'documents.each-type-comes-back',
  verifies: [...new Set([...Object.values(ruleOf), ...Object.values(rules).flat()])],
  needs: ['orders'],
  async run(context) {
    const { expect, shared } = context
    const { orderId, uploads, twins } = await shared(correspondence)
    // The last of them says its charset.
    expect(ruleOf.text).status(twins.at(-1)!, '2xx')
    const named = Object.values(uploads).map(({ file, answer }) => ({ name: file.name, answer }))
    // A name with other characters may be made safe, which makes no other word of it.
    for (const { name, answer } of [...named, { name: twinName, answer: twins[0]! }])
      if (succeeded(answer) && misread(name).length > 0)
        expect(rules.name).that(seen(answer, '/filename'), (shown) => !misread(name).includes(String(shown)), name)
    const fetched = toFetch(context)
    for (const [name, { file, purpose, described, answer, id }] of Object.entries(uploads)) {
      const of = [ruleOf[name as FileName], ...(described ? [rules.described] : []), ...rules.kind]
      // A refusal of the type or the size says nothing of the other parts.
      const ofTheFile = [413, 415].includes(answer.response.status)
      expect(
        ofTheFile ? ruleOf[name as FileName] : [...of, purpose === undefined ? rules.plain : rules.purpose],
      ).status(answer, '2xx')
      if (id === null) continue
      for (const field of summaryFields)
        expect(rules.summary).that(seen(answer, `/${field}`), (value) => value !== undefined && value !== null, present)
      expect(rules.supporting).equal(seen(answer, '/kind'), 'supporting')
      if (isAscii(file.name)) expect(rules.name).equal(seen(answer, '/filename'), file.name)
      if (ofOneSpelling.includes(name))
        expect(rules.type).that(seen(answer, '/content_type'), (type) => essence(type) === file.type, file.type)
      expect(rules.size).equal(seen(answer, '/size_bytes'), file.bytes.length)
      if (!fetched.has(name)) continue
      const detail = await readDocument(context, id)
      for (const field of summaryFields)
        expect(rules.detail[0]!).that(
          seen(detail, `/${field}`),
          (value) => isSameTime(value, fieldAt(answer, `/${field}`)),
          fieldAt(answer, `/${field}`),
        )
      expect(rules.detail[1]!).equal(seen(detail, '/order_id'), orderId)
      const { response, ...given } = await fetchFile(context, detail)
      const same = response.status < 300 && Buffer.compare(response.body, file.bytes) === 0
      expect(rules.bytes).that(
        computedFrom(
          { file: file.name, status: response.status, bytes: `${response.body.length}${same ? ' as sent' : ''}` },
          given,
          answer,
        ),
        () => same,
        { file: file.name, status: 200, bytes: `${file.bytes.length} as sent` },
      )
    }
  },
})
