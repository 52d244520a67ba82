// What every delivery of a report must leave on the order, whichever format it has.
import { atLeast, includes } from '../evidence/expected.ts'
import type { CheckContext } from '../kit/context.ts'
import { computedFrom, seen, seenInEntry } from '../evidence/seen.ts'
import { deliveredOrder, type ReportFormat } from './delivered-order.ts'
import { entriesAt } from '../steps/read.ts'

type FileRules = { pdf: string; data: string; media: string; mediaType: string; shows: string; own: string }

/** Compares the documents of a delivered order; the rules are those of its format. */
export const compareDeliveredFiles = async (
  { shared, expect }: CheckContext,
  format: ReportFormat,
  rules: FileRules,
): Promise<void> => {
  const { order } = await shared(deliveredOrder(format))
  const documents = entriesAt(order, '/documents')
  const kinds = documents.map(({ kind }) => kind)
  expect(rules.shows).that(seen(order, '/documents'), () => documents.length > 0, atLeast('1 entry'))
  expect(rules.pdf).that(computedFrom(kinds, order), () => kinds.includes('report_pdf'), includes('report_pdf'))
  expect(rules.data).that(computedFrom(kinds, order), () => kinds.includes('report_data'), includes('report_data'))
  const [pdf, data] = ['report_pdf', 'report_data'].map((kind) => documents.find((entry) => entry['kind'] === kind))
  if (pdf)
    expect(rules.own).that(
      computedFrom([pdf['id'], data?.['id']], order),
      () => pdf['id'] !== data?.['id'],
      'two values',
    )
  if (data)
    expect(rules.media).that(
      seenInEntry(order, { at: '/documents', isIt: ({ id }) => id === data['id'], field: 'content_type' }),
      (type) => String(type).split(';')[0]!.trim().toLowerCase() === rules.mediaType,
      rules.mediaType,
    )
}
