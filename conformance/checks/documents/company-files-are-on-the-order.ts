// What the company issues with a report is on the order, each a document of its own kind and none inside the package.
import { includes } from '../../evidence/expected.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { companySide, extraFileRules, extraFiles, idsOfKind } from '../../scenarios/company-side.ts'
import { entriesAt, fieldAt } from '../../steps/read.ts'
import { compareSize, fetchKind, invoicesInside } from '../../steps/report-files.ts'
import { check } from '../../kit/check.ts'

const rules = {
  never: 'documents.invoice-is-never-in-the-package',
  either: 'documents.supporting-comes-from-either-side',
  seen: 'documents.upload-is-visible-to-the-company',
  list: 'documents.list-shows-the-orders-documents',
  order: 'order.read-includes-its-documents',
  summary: 'documents.ssr-present-after-portal-submission',
  size: 'documents.size-bytes-is-the-files-size',
}

export default check({
  id: 'documents.company-files-are-on-the-order',
  verifies: [...extraFileRules, ...Object.values(rules)],
  needs: ['orders', 'control'],
  async run(context) {
    const { expect, shared } = context
    const { format, upload, companySaw, written, added, summaries, documents, order } = await shared(companySide)
    const views = [
      [documents, '/data', rules.list],
      [order, '/documents', rules.order],
    ] as const
    for (const [answer, pointer, whole] of views) {
      const all = entriesAt(answer, pointer).map(({ id }) => id)
      for (const { kind, present, own } of extraFiles) {
        const ids = idsOfKind(answer, pointer, kind)
        const kinds = entriesAt(answer, pointer).map((document) => document['kind'])
        expect(present).that(computedFrom(kinds, answer), () => ids.length > 0, includes(kind))
        const alone = ids.length > 0 && ids.every((id) => all.filter((one) => one === id).length === 1)
        if (own !== undefined) expect(own).that(computedFrom(ids, answer), () => alone, 'ids of no other document')
      }
      const shown = idsOfKind(answer, pointer, 'ssr')
      for (const id of summaries)
        expect(rules.summary).that(computedFrom(shown, answer), () => shown.includes(id), includes(id))
      const supporting = idsOfKind(answer, pointer, 'supporting')
      for (const id of [fieldAt(upload, '/id'), added, ...written.attached]) {
        const isThere = expect(whole).that(computedFrom(all, answer), () => all.includes(id), includes(id))
        if (isThere)
          expect(rules.either).that(computedFrom(supporting, answer), () => supporting.includes(id), includes(id))
      }
    }
    expect(rules.seen).that(
      { ...seen(upload, '/id'), value: companySaw },
      (ids) => (ids as unknown[]).includes(fieldAt(upload, '/id')),
      includes(fieldAt(upload, '/id')),
    )

    // Another one came later, which is a file of its own.
    const invoice = await fetchKind(context, order, 'invoice', -1)
    compareSize(context, invoice)
    const data = await fetchKind(context, order, 'report_data')
    const inside = format === 'uad_3_6' ? await invoicesInside(invoice, data) : []
    expect(rules.never).equal(computedFrom(inside, ...data.answers, ...invoice.answers), [])
  },
})
