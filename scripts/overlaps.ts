// Readings that look alike from outside: what the suite may truly see of one freedom where a reading of another is in force.

/** By `freedom=reading` as seen, the readings in force that show just so; any one of them explains it. */
export const overlaps: Readonly<Record<string, readonly string[]>> = {
  'errors.extra-fields=further-fields': ['versioning.extra-response-fields=some'],
  'order.appraiser-shape=richer-object': ['versioning.extra-response-fields=some'],
  // How long it takes shows only where the suite reads in between.
  'lifecycle.reactivated-length=moments-then-previous': ['lifecycle.reactivated-length=minutes-then-previous'],
  'auth.token-cache-header=no-store': ['transport.cache-headers=no-store'],
  'conventions.card-fields=refused': [
    'conventions.unknown-request-fields=status-400',
    'conventions.unknown-request-fields=status-422',
  ],
  // A word of its own for pending is another word wherever it stands.
  'feed.disabled-status-word=another-word': ['feed.pending-status-word=another-word'],
  // Nobody is assigned where the assignment is skipped and not reported, so that the order has nobody to show.
  'order.appraiser-when-skipped=null-value': ['events.assignment-when-skipped=not-raised'],
  'events.appraiser-shared=null-value': ['sandbox.appraiser-value=null-value'],
  'delivery.json-text=escaped': ['conventions.non-ascii-escaping=escaped'],
  'events.extra-envelope-fields=further-fields': ['versioning.extra-response-fields=some'],
  'events.extra-payload-fields=further-fields': ['versioning.extra-response-fields=some'],
  'webhooks.first-secret-rotated-at=set-time': ['webhooks.no-secret=own-secret'],
  'sandbox.appointment-when-skipped=null-value': ['order.appointment-after-leaving=cleared'],
  'sandbox.appraiser-value=null-value': ['events.appraiser-shared=null-value'],
  'events.revision-responded-count=each-move': [
    'revisions.acceptance-in-sandbox=automatic',
    'revisions.acceptance-in-sandbox=at-once',
  ],
  'events.revision-responded-count=once': [
    'events.revision-completed-event=not-raised',
    'revisions.delivery-while-submitted=straight',
    'revisions.acceptance-in-sandbox=automatic',
    'revisions.acceptance-in-sandbox=at-once',
  ],
}
