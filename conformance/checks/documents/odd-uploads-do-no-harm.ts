// Uploads of an empty file, of two, of a file that says three things of itself, and bodies that are no multipart at all.
import { oddTexts } from '../../generate/odd-texts.ts'
import { oddOrder } from '../../scenarios/odd-order.ts'
import { askAll, lookForLeft, leavesNothing, unforeseen, unusable, type Oddity } from '../../steps/ask-oddly.ts'
import { acceptedFiles } from '../../steps/tiny-files.ts'
import { fieldAt } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

type Part = { bytes: Buffer; type: string; name: string }

const formOf = (texts: Record<string, string>, ...files: Part[]): FormData => {
  const form = new FormData()
  for (const [name, text] of Object.entries({ kind: 'supporting', ...texts })) form.set(name, text)
  for (const { bytes, type, name } of files) form.append('file', new Blob([bytes], { type }), name)
  return form
}

const bodyOf = (boundary: string, text: string, type = `multipart/form-data; boundary=${boundary}`) => ({
  body: text,
  headers: { 'Content-Type': type },
})

const typeJudged: Record<string, string> = {
  'application/pdf': 'content',
  'text/plain': 'file-name',
  'image/png': 'declared-type',
}

export default check({
  id: 'documents.odd-uploads-do-no-harm',
  verifies: [unforeseen, unusable, leavesNothing],
  needs: ['orders'],
  async run(context) {
    const { client, marker, shared } = context
    const { id } = await shared(oddOrder)
    const params = { order_id: id }
    const { pdf, text, jpeg } = acceptedFiles()
    const upload = (texts: Record<string, string>, ...files: Part[]) => {
      const mark = marker()
      const named = files.map((file) => ({ ...file, name: `${mark}-${file.name}` }))
      return {
        mark,
        operation: 'uploadDocument',
        options: { params, form: formOf({ description: mark, ...texts }, ...named) },
      }
    }
    const unread = (what: string, options: ReturnType<typeof bodyOf>): Oddity => ({
      what,
      rule: unusable,
      operation: 'uploadDocument',
      options: { params, ...options },
      freedom: 'documents.not-multipart',
    })
    const letters = 'Röntgen „1“; a b.jpg'
    const oddities: Oddity[] = [
      {
        what: 'an unknown purpose',
        rule: unusable,
        ...upload({ purpose: 'painting' }, text),
        freedom: 'documents.unknown-purpose',
        taken: 'as-other',
      },
      {
        what: 'an empty file',
        rule: unforeseen,
        ...upload({}, { ...text, bytes: Buffer.alloc(0) }),
        freedom: 'documents.empty-file',
        taken: 'accepted',
      },
      {
        what: 'two files',
        rule: unforeseen,
        ...upload({}, pdf, text),
        freedom: 'documents.several-files',
        taken: (answer) => {
          const type = fieldAt(answer, '/content_type')
          if (type === pdf.type) return 'first-only'
          return String(type).startsWith(text.type) ? 'last-only' : null
        },
      },
      {
        what: 'a PDF that is named as a text and declared as a picture',
        rule: unforeseen,
        ...upload({}, { bytes: pdf.bytes, name: 'notes.txt', type: 'image/png' }),
        freedom: 'documents.type-judged-by',
        taken: (answer) => typeJudged[String(fieldAt(answer, '/content_type')).split(';')[0]!] ?? null,
      },
      {
        what: 'U+0000 in the description',
        rule: unforeseen,
        ...upload({ description: oddTexts['U+0000'] }, text),
      },
      {
        what: 'a longer name than file systems take',
        rule: unforeseen,
        ...upload({}, { ...text, name: `${oddTexts['too long']}.txt` }),
      },
      {
        what: 'another spelling of its type, and odd letters in its name',
        rule: unforeseen,
        ...upload({}, { bytes: jpeg.bytes, name: letters, type: 'image/jpg' }),
        freedom: 'documents.media-type-spelling',
        taken: (answer) => (fieldAt(answer, '/content_type') === 'image/jpg' ? 'as-declared' : 'registered'),
      },
      unread('a body without its boundary', bodyOf('b0', 'kind=supporting')),
      unread('no boundary in the type', bodyOf('b0', '--b0\r\n\r\n--b0--\r\n', 'multipart/form-data')),
      {
        ...unread(
          'a body that breaks off',
          bodyOf('b0', '--b0\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nA no'),
        ),
      },
    ]
    const asked = await askAll(context, oddities)
    for (const { oddity, answer } of asked) {
      const name = fieldAt(answer, '/filename')
      if (oddity.freedom !== 'documents.media-type-spelling' || typeof name !== 'string') continue
      context.recordReading('documents.filename-kept', name.endsWith(letters) ? 'as-sent' : 'made-safe', answer)
    }
    await lookForLeft(context, asked, () => client.call('listDocuments', { params, query: { per_page: 100 } }))
  },
})
