// A document of another lender account is answered 404, never 403.
import { readDocument } from '../../steps/documents.ts'
import { documentOf, uploadedDocument } from '../../scenarios/uploaded-document.ts'
import type { Role } from '../../evidence/roles.ts'
import { check } from '../../kit/check.ts'

const hidden = 'documents.hidden-document-is-404'
const strangers: Role[] = ['other_lender', 'other_company']

export default check({
  id: 'documents.hidden-document-is-not-found',
  verifies: [hidden],
  needs: ['orders', 'role:other_lender'],
  async run(context) {
    const { client, expect, shared, has } = context
    const params = { document_id: documentOf(await shared(uploadedDocument)) }
    for (const role of strangers.filter(has))
      expect(hidden).status(await client.call('getDocument', { params, role }), 404)
    const own = await readDocument(context, params.document_id)
    expect(hidden).status(own, '2xx')
    context.recordReading(
      'conventions.read-success-status',
      own.response.status === 200 ? 'status-200' : 'status-203',
      own,
    )
  },
})
