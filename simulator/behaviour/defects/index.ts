// The catalog of deliberate defects: each breaks one rule by replacing a decision of the behaviour.
import type { Defect } from '../create-behaviour.ts'

export const defects: readonly Defect[] = [
  {
    id: 'contacts-not-required',
    breaks: 'create.borrower-contacts-required',
    bug: 'The borrower without contacts is taken, as if contacts were optional for everyone.',
    apply: ({ creation }) => {
      creation.structural.borrowerContacts = () => []
    },
  },
  {
    id: 'signature-without-timestamp',
    breaks: 'delivery.signature-is-hmac-sha256-over-timestamp-and-body',
    bug: 'The webhook signature covers the body alone, so that the timestamp can be forged.',
    apply: ({ webhooks }) => {
      const sign = webhooks.signature
      webhooks.signature = (secret, _t, body) => sign(secret, 0, body)
    },
  },
  {
    id: 'hold-after-delivery',
    breaks: 'actions.hold-refused-when-report-complete',
    bug: 'An order whose report is complete can still be put on hold.',
    apply: ({ lifecycle }) => {
      const mayHold = lifecycle.mayHold
      lifecycle.mayHold = function mayHoldWhenComplete(order) {
        return order.status.code === 'report_complete' || mayHold.call(this, order)
      }
    },
  },
  {
    id: 'no-remaining-header',
    breaks: 'limits.rate-limit-headers-on-every-response',
    bug: 'Answers leave out X-RateLimit-Remaining.',
    apply: ({ rateLimit }) => {
      const headers = rateLimit.headers
      rateLimit.headers = function headersWithoutRemaining(window) {
        const { 'X-RateLimit-Remaining': _remaining, ...others } = headers.call(this, window)
        return others
      }
    },
  },
  {
    id: 'tampered-link-accepted',
    breaks: 'downloads.tampered-signature-refused',
    bug: 'The signature of a download link is not looked at.',
    apply: ({ links }) => {
      links.signatureMatches = () => true
    },
  },
  {
    id: 'replay-makes-a-second-order',
    breaks: 'idempotency.same-key-same-body-returns-the-original-order',
    bug: 'The idempotency key is forgotten at once, so that a retried create makes a second order.',
    apply: ({ idempotency }) => {
      idempotency.isForgotten = () => true
    },
  },
]
