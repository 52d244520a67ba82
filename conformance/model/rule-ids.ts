// The rules that the model asserts besides those of cells, by action; a test compares each with fixtures/rules.

/** The rules for where an accepted action of that name leads. */
export const targetRules: Record<string, string[]> = {
  create: ['lifecycle.order-starts-in-new-or-pending-review'],
  advance: ['sandbox.advance-puts-the-order-in-to-status'],
  hold: ['actions.hold-moves-order-to-on-hold'],
  resume: ['actions.resume-moves-order-to-off-hold', 'actions.resume-restores-the-status-held-before'],
  cancel: ['actions.cancel-moves-order-to-cancelled'],
  'revision:correction': ['revisions.correction-moves-order-to-revision-requested'],
  'revision:reconsideration_of_value': ['revisions.reconsideration-moves-order-to-its-status'],
}

/** The rules that a refused action of that name has no effect. */
export const noEffectRules: Record<string, string[]> = {
  advance: ['sandbox.refused-advance-leaves-the-status'],
  hold: ['actions.refused-hold-leaves-the-status'],
  resume: ['actions.refused-resume-leaves-the-status'],
  cancel: ['actions.refused-cancel-leaves-the-status'],
  amend: ['amend.refusal-leaves-the-order-unchanged'],
  revision: ['revisions.refused-request-leaves-the-status'],
}

/** The rules for the code of a refusal by status. */
export const refusalCodeRules: Record<string, string[]> = {
  advance: ['sandbox.refused-advance-has-its-code'],
  hold: ['actions.hold-refusal-has-its-code'],
  resume: ['actions.resume-refusal-has-its-code'],
  cancel: ['actions.cancel-refusal-has-its-code'],
}

/** The rules for the top-level `current_status` of a refusal. */
export const currentStatusRules: Record<string, string[]> = {
  advance: ['sandbox.refused-advance-has-current-status'],
  hold: ['actions.hold-refusal-has-current-status'],
  resume: ['actions.resume-refusal-has-current-status'],
  cancel: ['actions.cancel-refusal-has-current-status'],
  // An amendment need not give one, but it must be right where it is given.
  amend: ['errors.current-status-is-the-order-status-code'],
  revision: ['errors.current-status-is-the-order-status-code'],
}

/** The rules that require one; others are about its value. */
export const currentStatusPresent: Record<string, string[]> = { revision: ['revisions.refusal-has-current-status'] }

export const ruleIds = {
  refusalHasDetails: 'actions.refusal-has-a-details-entry',
  refusalDetailField: 'actions.refusal-detail-field-is-status',
  refusalDetailCode: 'actions.refusal-detail-code-is-current-status',
  refusalDetailValue: 'actions.refusal-detail-value-is-the-current-status',
  refusedAdvanceNamesTarget: 'sandbox.refused-advance-names-the-status-asked-for',
  holdPrevious: 'actions.hold-returns-the-status-before',
  holdStatus: 'actions.hold-answer-has-status',
  cancelPermission: 'actions.cancel-not-permitted-has-its-code',
  amendPermission: 'amend.not-permitted-has-its-code',
  requestSubmitted: 'revisions.request-starts-as-submitted',
  requestKind: 'revisions.record-has-kind',
  requestListed: 'revisions.list-shows-each-request',
  requestCompletes: 'revisions.request-completes-with-its-revised-report',
  refusedRequestAbsent: 'revisions.refused-request-makes-no-record',
  unacknowledgedIs422: 'revisions.reconsideration-without-acknowledgements-is-422',
  unacknowledgedLeaves: 'revisions.unacknowledged-request-leaves-the-status',
  noLoanNumberRefused: 'revisions.order-without-loan-number-refused',
  messageListed: 'messages.thread-holds-what-the-lender-sent',
  uploadListed: 'documents.list-shows-the-orders-documents',
  uploadOnOrder: 'order.read-includes-its-documents',
  deliveredDocuments: 'lifecycle.report-complete-shows-documents',
  appointmentShown: 'lifecycle.appointment-scheduled-shows-appointment-at',
  appointmentNull: 'order.appointment-at-is-null-until-set',
  completedNull: 'order.completed-at-is-null-until-set',
  noDocumentsAtFirst: 'order.documents-are-empty-at-creation',
  noteAdded: 'amend.sent-note-is-added-to-its-type',
  noteKept: 'amend.sent-note-keeps-the-earlier-text',
  oneNotePerType: 'order.has-one-note-per-type',
  created201: 'create.answers-201',
} as const

/** The rule that each amendable field can be sent, and for most be read back. */
export const fieldRules: Record<string, string> = {
  'notes.order': 'amend.notes-can-be-sent',
  'notes.appointment': 'amend.notes-can-be-sent',
  due_date: 'amend.due-date-can-be-requested',
  lender_reference: 'amend.lender-reference-can-change',
  'loan.number': 'amend.loan-number-can-change',
  'loan.client': 'amend.loan-client-can-change',
  'loan.investor': 'amend.loan-investor-can-change',
  appraiser_instructions: 'amend.appraiser-instructions-can-change',
}
