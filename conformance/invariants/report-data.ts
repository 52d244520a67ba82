// The report data of an order, of a revised report too, has the media type of the order's report format.
import { assertion } from '../evidence/assertion.ts'
import type { ShapeInvariant } from './schema/shape.ts'

type Expected = { rule: string; mediaType: string }

const byFormat = new Map<unknown, Expected>([
  ['uad_2_6', { rule: 'documents.report-data-2-6-has-xml-media-type', mediaType: 'application/xml' }],
  ['uad_3_6', { rule: 'documents.report-data-3-6-has-zip-media-type', mediaType: 'application/zip' }],
])

type Document = { kind?: unknown; content_type?: unknown } | null
type Shown = { order_type?: { report_format?: unknown } | null; documents?: unknown }

export const reportData: ShapeInvariant = {
  id: 'invariant.report-data',
  rules: [...byFormat.values()].map(({ rule }) => rule),
  assert: ({ visits }) =>
    visits
      .filter(({ components, missing }) => !missing && components.includes('Order'))
      .flatMap(({ value, pointer }) => {
        const { order_type, documents } = (value ?? {}) as Shown
        const expected = byFormat.get(order_type?.report_format)
        if (!expected || !Array.isArray(documents)) return []
        return (documents as Document[]).flatMap((document, i) => {
          const type = document?.content_type
          if (document?.kind !== 'report_data' || typeof type !== 'string') return []
          const holds = type.split(';')[0]!.trim().toLowerCase() === expected.mediaType
          return assertion(expected.rule, holds, expected.mediaType, type, `${pointer}/documents/${i}/content_type`)
        })
      }),
}
