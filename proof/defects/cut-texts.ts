// Texts that are cut to the width of a column, and taken all the same.
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../simulator/behaviour/operators/index.ts'
import type { Defect } from './defect.ts'
import { making } from './amend/changes.ts'

const cut = (letters: number) => (text: string) => text.slice(0, letters)

const row = (breaks: string, id: string, what: string, letters: number, apply: Mutation): Defect => ({
  id,
  breaks,
  bug: `${what} goes into a column of ${letters.toLocaleString('en')} letters, and what is longer is cut.`,
  deep: 'only for a long text',
  apply,
})

const ofOrder = (rule: string, id: string, what: string, path: string, letters: number): Defect =>
  row(`create.order-shows-the-${rule}-sent`, id, what, letters, op.respell('present.order', path, cut(letters)))

export const cutTexts: readonly Defect[] = [
  ofOrder('instructions', 'instructions-cut', 'The text of the instructions', 'appraiser_instructions', 4_000),
  ofOrder('notes', 'notes-cut', 'A note', 'notes.*.text', 4_000),
  ofOrder('purpose-other', 'purpose-other-cut', 'The other purpose of a loan', 'loan.purpose_other', 255),
  ofOrder('loan-client', 'loan-client-cut', 'The client of a loan', 'loan.client', 255),
  ofOrder('loan-investor', 'loan-investor-cut', 'The investor of a loan', 'loan.investor', 255),
  ofOrder('lender-reference', 'lender-reference-cut', "The lender's reference", 'lender_reference', 255),
  ofOrder('borrower-first-name', 'first-names-cut', 'A first name', 'borrowers.*.first_name', 255),
  ofOrder('borrower-last-name', 'last-names-cut', 'A last name', 'borrowers.*.last_name', 255),
  ofOrder('real-estate-agent', 'agent-names-cut', 'The name of an agent', 'parties.real_estate_agent.last_name', 255),
  ofOrder(
    'additional-contacts',
    'contact-names-cut',
    'The name of a contact',
    'parties.additional_contacts.*.name',
    255,
  ),
  row(
    'amend.appraiser-instructions-can-change',
    'amended-instructions-cut',
    'The text of amended instructions',
    500,
    making((_order, { appraiser_instructions: text }) =>
      typeof text === 'string' ? { appraiser_instructions: text.slice(0, 500) } : {},
    ),
  ),
  row(
    'revisions.record-has-reason',
    'revision-reason-cut',
    'The reason of a revision request',
    4_000,
    op.respell('present.revisionRequest', 'reason', cut(4_000)),
  ),
  row(
    'revisions.record-has-reason',
    'listed-revision-reason-cut',
    'The reason in a list of revision requests',
    255,
    op.respell('listRevisionRequests', 'data.*.reason', cut(255)),
  ),
  row(
    'messages.read-has-subject',
    'message-subject-cut-at-255',
    'The subject of a message',
    255,
    op.respell('listMessages', 'data.*.subject', cut(255)),
  ),
  row(
    'messages.read-has-body',
    'message-body-cut-at-4000',
    'The body of a message',
    4_000,
    op.respell('listMessages', 'data.*.body', cut(4_000)),
  ),
  row(
    'events.on-hold-reason-is-the-one-given',
    'hold-reason-cut-at-4000',
    'The reason of a hold',
    4_000,
    op.respell('order.on_hold', 'reason', cut(4_000)),
  ),
]
