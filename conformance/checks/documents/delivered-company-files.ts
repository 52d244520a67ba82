// Invoice and certificates that come with a report are documents of their own, and those that its event lists are on the order.
import { entriesIn } from '../../evidence/parts.ts'
import { includes } from '../../evidence/expected.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { companyCalls, extraFileRules, extraFiles, idsOfKind } from '../../scenarios/company-side.ts'
import { deliveredOrder } from '../../scenarios/delivered-order.ts'
import { awaitEvents, findEvent } from '../../steps/events-of.ts'
import { entriesAt } from '../../steps/read.ts'
import { fetchKind, invoicesInside } from '../../steps/report-files.ts'
import { check } from '../../kit/check.ts'
import { lackOf, portWith } from '../../sut/control.ts'

const never = 'documents.invoice-is-never-in-the-package'

export default check({
  id: 'documents.delivered-company-files',
  verifies: [...extraFileRules, never],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { expect, shared } = context
    const control = portWith(context, ...companyCalls)
    // What the company does not issue with this report, a control port makes it issue.
    const otherwise = control ? 'judged-over-control' : lackOf(context, ...companyCalls)
    const { id, order } = await shared(deliveredOrder('uad_3_6'))
    const completed = findEvent(await awaitEvents(context, id, { type: 'order.completed' }), {
      type: 'order.completed',
    })
    const listed = completed?.data['documents']
    const announced = entriesIn(listed)
    const all = entriesAt(order, '/documents').map((document) => document['id'])
    for (const { kind, present, own } of extraFiles) {
      const ids = idsOfKind(order, '/documents', kind)
      const issued = announced.filter((one) => one['kind'] === kind)
      for (const one of issued)
        expect(present).that(
          computedFrom(ids, order, { id: completed!.source }),
          () => ids.includes(one['id']),
          includes(one['id']),
        )
      if (issued.length === 0) expect(present).notTested(otherwise)
      const isAlone = ids.every((one) => all.filter((other) => other === one).length === 1)
      if (own === undefined) continue
      if (ids.length > 0) expect(own).that(computedFrom(ids, order), () => isAlone, 'ids of no other document')
      else expect(own).notTested(otherwise)
    }
    if (control || idsOfKind(order, '/documents', 'invoice').length === 0) return expect(never).notTested(otherwise)
    const invoice = await fetchKind(context, order, 'invoice')
    const data = await fetchKind(context, order, 'report_data')
    expect(never).equal(computedFrom(await invoicesInside(invoice, data), ...data.answers, ...invoice.answers), [])
  },
})
