// No order changed its status, or was given a document, later than it changed at all, and no revision request changed before it was
// opened.
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { orderClocksApartMs } from '../contract/clocks.ts'
import { isObject } from '../contract/is-object.ts'
import { atLeast } from '../evidence/expected.ts'
import type { ShapeInvariant } from './schema/shape.ts'
import type { Visit } from './schema/visit.ts'

const rule = 'order.updated-at-moves-with-the-status'
const ofDocuments = 'order.updated-at-moves-with-a-document'
const ofRequests = 'revisions.updated-at-is-not-before-created-at'

// The two may be taken one after the other, and be cut to the second.
const slackMs = 1_000

/** Another form is another rule's matter. */
const inUtc = /(?:Z|\+00:00)$/

type Shown = {
  status?: { changed_at?: unknown } | null
  dates?: { updated_at?: unknown } | null
  documents?: unknown
}

/** What is created and updated at once may take its two times one after the other. */
const requestTimes = ({ value, pointer }: Visit): Assertion[] => {
  const { created_at: created, updated_at: updated } = (value ?? {}) as { created_at?: unknown; updated_at?: unknown }
  if (!inUtc.test(String(created)) || !inUtc.test(String(updated))) return []
  const early = Date.parse(String(created)) - Date.parse(String(updated))
  if (Number.isNaN(early)) return []
  return assertion(ofRequests, early <= slackMs, atLeast(created), updated, `${pointer}/updated_at`)
}

const orderTimes = ({ value, pointer }: Visit): Assertion[] => {
  const { status, dates } = (value ?? {}) as Shown
  const [changed, updated] = [String(status?.changed_at), String(dates?.updated_at)]
  if (!inUtc.test(changed) || !inUtc.test(updated)) return []
  const late = Date.parse(changed) - Date.parse(updated)
  if (Number.isNaN(late)) return []
  return assertion(rule, late <= slackMs, atLeast(changed), updated, `${pointer}/dates/updated_at`)
}

const documentTimes = ({ value, pointer }: Visit): Assertion[] => {
  const { documents, dates } = (value ?? {}) as Shown
  const updated = String(dates?.updated_at)
  const added = (Array.isArray(documents) ? documents : [])
    .map((one) => String(isObject(one) ? one['created_at'] : undefined))
    .filter((at) => inUtc.test(at) && !Number.isNaN(Date.parse(at)))
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))
  const last = added.at(-1)
  if (last === undefined || !inUtc.test(updated)) return []
  // Files may be kept by another machine, whose clock differs.
  const late = Date.parse(last) - Date.parse(updated)
  return assertion(ofDocuments, !(late > orderClocksApartMs), atLeast(last), updated, `${pointer}/dates/updated_at`)
}

export const statusTimes: ShapeInvariant = {
  id: 'invariant.status-times',
  rules: [rule, ofDocuments, ofRequests],
  assert: ({ visits }) =>
    visits.flatMap((visit) => {
      const { components } = visit
      if (components.includes('RevisionRequest')) return requestTimes(visit)
      if (components.includes('Order')) return [...orderTimes(visit), ...documentTimes(visit)]
      return components.includes('OrderListItem') ? orderTimes(visit) : []
    }),
}
