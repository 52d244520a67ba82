// Invoice and certificates that come with a report are documents of their own, and those that its event lists are on the order.
import { includes } from '../../evidence/expected.ts'
import { derived } from '../../evidence/seen.ts'
import { extraKinds, idsOfKind } from '../../scenarios/company-side.ts'
import { deliveredOrder } from '../../scenarios/delivered-order.ts'
import { awaitEvents, findEvent } from '../../steps/events-of.ts'
import { entriesAt } from '../../steps/read.ts'
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
}

export default check({
  id: 'documents.delivered-company-files',
  verifies: [...Object.values(present), ...Object.values(rules)],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { expect, shared, control } = context
    // What the company does not issue with this report, a control port makes it issue.
    const otherwise = control ? 'judged-over-control' : 'no-control-url'
    const { id, order } = await shared(deliveredOrder('uad_3_6'))
    const completed = findEvent(await awaitEvents(context, id, { type: 'order.completed' }), {
      type: 'order.completed',
    })
    const listed = completed?.data['documents']
    const told = (Array.isArray(listed) ? listed : []) as { id?: unknown; kind?: unknown }[]
    const all = entriesAt(order, '/documents').map((document) => document['id'])
    for (const kind of extraKinds) {
      const ids = idsOfKind(order, '/documents', kind)
      const issued = told.filter((one) => one.kind === kind)
      for (const one of issued)
        expect(present[kind]).that(
          derived(ids, order, { id: completed!.source }),
          () => ids.includes(one.id),
          includes(one.id),
        )
      if (issued.length === 0) expect(present[kind]).notTested(otherwise)
      const rule = kind === 'invoice' ? rules.own : kind.endsWith('_certificate') ? rules.separate : null
      const isAlone = ids.every((one) => all.filter((other) => other === one).length === 1)
      if (rule === null) continue
      if (ids.length > 0) expect(rule).that(derived(ids, order), () => isAlone, 'ids of no other document')
      else expect(rule).notTested(otherwise)
    }
    if (control || idsOfKind(order, '/documents', 'invoice').length === 0)
      return expect(rules.never).notTested(otherwise)
    const invoice = await fetchKind(context, order, 'invoice')
    const data = await fetchKind(context, order, 'report_data')
    const members = unzip(data.bytes)
    const inside = (typeof members === 'string' ? [] : members).filter(
      ({ name, bytes }) => Buffer.compare(bytes, invoice.bytes) === 0 || isInvoiceName(name),
    )
    expect(rules.never).equal(
      derived(
        inside.map(({ name }) => name),
        ...data.answers,
        ...invoice.answers,
      ),
      [],
    )
  },
})
