// Readings that contradict each other, so that no mix may hold both.

/** Each entry is two `freedom=reading`; of the two, a mix gives up the second. */
export const conflicts: readonly (readonly [string, string])[] = [
  ['amend.due-date-outcome=at-once', 'amend.due-date-in-sandbox=declined-by-itself'],
  // A body that is not read cannot be missed, and a reason that is needed cannot be left out with its body.
  ['actions.resume-body=ignored', 'actions.resume-without-body=status-400'],
  ['actions.resume-body=ignored', 'actions.resume-without-body=status-415'],
  ['actions.cancel-body=ignored', 'actions.cancel-without-body=status-400'],
  ['actions.cancel-body=ignored', 'actions.cancel-without-body=status-415'],
  ['actions.cancel-body=ignored', 'actions.cancel-without-body=status-422'],
  ['actions.cancel-without-body=accepted', 'actions.cancel-body=required-reason'],
  // Webhooks of their own have deliveries of their own, and the feed tells of each event's one delivery.
  ['feed.scope=lender-account', 'webhooks.scope=credential'],
  // The advance to a revised report raises an answer to the request, of whichever of the two moves.
  ['events.revision-completed-event=not-raised', 'revisions.delivery-while-submitted=straight'],
  // An answer without a body has its own status.
  ['sandbox.advance-response=empty', 'sandbox.success-status=status-201'],
  ['sandbox.advance-response=empty', 'sandbox.success-status=status-202'],
]
