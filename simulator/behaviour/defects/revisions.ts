// Defects that break rules of the area revisions.
import type { Defect } from '../create-behaviour.ts'

export const revisions: readonly Defect[] = [
  {
    id: 'acknowledgements-are-optional',
    breaks: 'revisions.reconsideration-with-both-false-is-422',
    bug: 'A reconsideration of value is taken without any acknowledgement.',
    apply: ({ revisions }) => {
      revisions.acknowledged = () => true
    },
  },
  {
    id: 'both-acknowledgements-needed',
    breaks: 'revisions.comparable-sales-acknowledgement-suffices',
    bug: 'A reconsideration of value needs both acknowledgements.',
    apply: ({ revisions }) => {
      revisions.acknowledged = (kind, given) =>
        kind !== 'reconsideration_of_value' || (given.prior_appraisal_provided && given.comparable_sales_provided)
    },
  },
  {
    id: 'loan-number-is-not-needed',
    breaks: 'revisions.order-without-loan-number-refused',
    bug: 'Revision requests are taken for orders that have no loan number.',
    apply: ({ revisions }) => {
      revisions.needsLoanNumber = false
    },
  },
  {
    id: 'cancelled-takes-no-revision',
    breaks: 'revisions.reconsideration-accepted-in-cancelled',
    bug: 'A cancelled order takes no revision request.',
    apply: ({ lifecycle }) => {
      lifecycle.acceptsRevisions = lifecycle.acceptsRevisions.filter((status) => status !== 'cancelled')
    },
  },
  {
    id: 'revision-before-delivery',
    breaks: 'revisions.refused-in-awaiting-review',
    bug: 'A correction can be asked for while the report is still under review.',
    apply: ({ lifecycle }) => {
      lifecycle.acceptsRevisions = [...lifecycle.acceptsRevisions, 'awaiting_review']
    },
  },
  {
    id: 'reconsideration-looks-like-correction',
    breaks: 'revisions.reconsideration-moves-order-to-its-status',
    bug: 'A reconsideration of value moves the order to `revision_requested`.',
    apply: ({ lifecycle }) => {
      lifecycle.afterRevisionRequest = () => 'revision_requested'
    },
  },
]
