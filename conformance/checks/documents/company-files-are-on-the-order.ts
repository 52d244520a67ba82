// What the company issues with a report is on the order, each a document of its own kind and none inside the package.
import { includes } from '../../evidence/expected.ts'
import { derived, seen } from '../../evidence/seen.ts'
import { companySide, extraKinds, idsOfKind } from '../../scenarios/company-side.ts'
import { entriesAt, fieldAt } from '../../steps/read.ts'
import { fetchKind } from '../../steps/report-files.ts'
import { isInvoiceName, unzip } from '../../steps/zip.ts'
import { check } from '../../kit/check.ts'

const present: Record<(typeof extraKinds)[number], string> = {
  invoice: 'documents.invoice-present-when-invoiced-here',
  compliance_certificate: 'documents.compliance-certificate-present-when-issued',
  borrower_certificate: 'documents.borrower-certificate-present-when-issued',
  review_report: 'documents.review-report-present-when-provided',
}

const rules = {
  separate: 'documents.certificates-stay-separate-files',
  own: 'documents.invoice-is-its-own-file',
  never: 'documents.invoice-is-never-in-the-package',
  either: 'documents.supporting-comes-from-either-side',
  seen: 'documents.upload-is-visible-to-the-company',
  list: 'documents.list-shows-the-orders-documents',
  summary: 'documents.ssr-present-after-portal-submission',
}

export default check({
  id: 'documents.company-files-are-on-the-order',
  verifies: [...Object.values(present), ...Object.values(rules)],
  needs: ['orders', 'control'],
  async run(context) {
    const { expect, shared } = context
    const { format, upload, companySaw, written, added, summaries, documents, order } = await shared(companySide)
    const views = [
      [documents, '/data'],
      [order, '/documents'],
    ] as const
    for (const [answer, pointer] of views) {
      const all = entriesAt(answer, pointer).map(({ id }) => id)
      for (const kind of extraKinds) {
        const ids = idsOfKind(answer, pointer, kind)
        const kinds = entriesAt(answer, pointer).map((document) => document['kind'])
        expect(present[kind]).that(derived(kinds, answer), () => ids.length > 0, includes(kind))
        const alone = ids.length > 0 && ids.every((id) => all.filter((one) => one === id).length === 1)
        const rule = kind === 'invoice' ? rules.own : kind.endsWith('_certificate') ? rules.separate : null
        if (rule !== null) expect(rule).that(derived(ids, answer), () => alone, 'ids of no other document')
      }
      const shown = idsOfKind(answer, pointer, 'ssr')
      for (const id of summaries)
        expect(rules.summary).that(derived(shown, answer), () => shown.includes(id), includes(id))
      const supporting = idsOfKind(answer, pointer, 'supporting')
      for (const id of [fieldAt(upload, '/id'), added, ...written.attached]) {
        expect(rules.list).that(derived(all, answer), () => all.includes(id), includes(id))
        expect(rules.either).that(derived(supporting, answer), () => supporting.includes(id), includes(id))
      }
    }
    expect(rules.seen).that(
      { ...seen(upload, '/id'), value: companySaw },
      (ids) => (ids as unknown[]).includes(fieldAt(upload, '/id')),
      includes(fieldAt(upload, '/id')),
    )

    const invoice = await fetchKind(context, order, 'invoice')
    const data = await fetchKind(context, order, 'report_data')
    const members = format === 'uad_3_6' ? unzip(data.bytes) : []
    const inside = (typeof members === 'string' ? [] : members)
      .filter(({ name, bytes }) => Buffer.compare(bytes, invoice.bytes) === 0 || isInvoiceName(name))
      .map(({ name }) => name)
    expect(rules.never).equal(derived(inside, ...data.answers, ...invoice.answers), [])
  },
})
