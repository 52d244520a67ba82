// A file of 25 MB is taken however much was uploaded before; a larger one is refused with 413 and leaves nothing.
import { excludes, not } from '../../evidence/expected.ts'
import { computedFrom, seen, seenStatus } from '../../evidence/seen.ts'
import { acceptedFiles } from '../../steps/tiny-files.ts'
import { uploadFile } from '../../steps/upload-file.ts'
import { uploadedDocument } from '../../scenarios/uploaded-document.ts'
import { getPage, itemsOf } from '../../steps/walk-pages.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const rules = {
  taken: 'documents.upload-up-to-25-mb-accepted',
  each: 'documents.upload-limit-is-per-file',
  over: 'documents.upload-over-25-mb-is-413',
  code: 'documents.upload-over-25-mb-has-its-code',
  unnamed: 'documents.upload-of-pdf-accepted',
  nothing: 'documents.refused-upload-leaves-no-document',
}

// The megabytes counted by tens and by twos: what is no larger than the one is taken, what is larger than the other is not.
const sizes = () => {
  const [decimal, binary] = [10 ** 6, 2 ** 20].map((megabyte) => limits().upload_megabytes * megabyte) as [
    number,
    number,
  ]
  return { decimal, binary, more: binary - decimal + 1 }
}

const textOf = (bytes: number, name: string) => ({
  name,
  type: 'text/plain',
  bytes: Buffer.alloc(bytes, 'Made for a test.\n'),
})

export default check({
  id: 'documents.upload-limit-is-25-mb',
  verifies: Object.values(rules),
  needs: ['orders'],
  async run(context) {
    const { expect, shared } = context
    const { decimal, binary, more } = sizes()
    const { orderId: id } = await shared(uploadedDocument)
    const upload = (bytes: number, name: string) =>
      uploadFile(context, id, { kind: 'supporting', file: textOf(bytes, name) })
    const large = await upload(decimal, 'large.txt')
    const tooLarge = large.response.status === 413
    expect(rules.taken).that({ ...computedFrom(large.response.status, large) }, () => !tooLarge, not(413))
    expect(rules.taken).status(large, '2xx')
    const second = await upload(more, 'more.txt')
    expect(rules.each).status(second, '2xx')
    const over = await upload(binary + 1, 'over.txt')
    expect(rules.over).status(over, 413)
    expect(rules.code).equal(seen(over, '/code'), 'payload_too_large')
    const list = await getPage(
      context,
      { operationId: 'listDocuments', params: { order_id: id } },
      { per_page: limits().per_page_max },
    )
    const names = itemsOf([list]).map(({ filename }) => filename)
    expect(rules.nothing).that(computedFrom(names, list, over), () => !names.includes('over.txt'), excludes('over.txt'))
    // A name that says nothing of the type may be refused for it, and no failure is an answer.
    const unnamed = await uploadFile(context, id, {
      kind: 'supporting',
      file: { ...acceptedFiles().pdf, name: 'note' },
    })
    expect(rules.unnamed).that(seenStatus(unnamed), () => unnamed.response.status !== 500, not(500))
  },
})
