// The personas, as data: what each does with an order in a status, and after how many hours.
import type { PersonaName } from '../public/simulator-options.ts'
import type { PersonaDefinition, Row } from './persona.ts'

const underWay = [
  'appraiser_assigned',
  'appraiser_accepted',
  'borrower_contacted',
  'left_message_for_borrower',
  'appointment_scheduled',
  'awaiting_review',
  'report_rejected_for_correction',
]

const revising = ['revision_requested', 'reconsideration_requested']

/** How a company takes an order from its arrival to the report, and answers what the lender asks. */
export const usualRows: readonly Row[] = [
  { on: ['pending_review'], do: 'placeReviewedOrder', after: [1, 4], counts: 'review' },
  { on: ['new'], do: 'assignAppraiser', body: { name: '{appraiser}' }, after: [1, 3] },
  { on: ['appraiser_assigned'], do: 'moveOrder', body: { to_status: 'appraiser_accepted' }, after: [1, 4] },
  {
    on: ['appraiser_accepted'],
    do: 'moveOrder',
    body: { to_status: 'left_message_for_borrower', note: 'Nobody answered; a message was left.' },
    after: [2, 6],
    share: 0.3,
  },
  { on: ['appraiser_accepted'], do: 'moveOrder', body: { to_status: 'borrower_contacted' }, after: [2, 6] },
  { on: ['left_message_for_borrower'], do: 'moveOrder', body: { to_status: 'borrower_contacted' }, after: [3, 20] },
  { on: ['borrower_contacted'], do: 'moveOrder', body: { to_status: 'appointment_scheduled' }, after: [1, 4] },
  {
    on: ['appointment_scheduled'],
    do: 'moveOrder',
    body: { to_status: 'awaiting_review' },
    after: [6, 24],
    since: 'appointment',
  },
  { on: ['awaiting_review'], do: 'deliverReport', after: [2, 8] },
  { on: ['report_rejected_for_correction'], do: 'moveOrder', body: { to_status: 'awaiting_review' }, after: [4, 12] },
  { on: revising, do: 'deliverReport', after: [20, 44] },
  { on: ['off_hold', 'reactivated'], do: 'moveOrder', body: { to_status: '{previous status}' }, after: [0.1, 0.5] },
  {
    on: 'unquoted fee',
    do: 'changeFee',
    body: { appraisal_fee: '{fee}', reason: 'The company has quoted the fee.' },
    after: [0.5, 2],
  },
  { on: 'due date asked for', do: 'acceptDueDate', after: [1, 4] },
  {
    on: 'unanswered message',
    do: 'postMessage',
    body: { from: '{author}', subject: '{subject}', body: 'Thank you. We take care of it.' },
    after: [0.25, 1],
  },
  {
    on: 'submitted revision',
    do: 'acceptRevision',
    body: { body: 'The request is with the appraiser.' },
    after: [1, 4],
  },
]

export const personaTable: Record<PersonaName, PersonaDefinition> = {
  punctual: {
    summary: 'Works every order within about a week, answers within hours and delivers on time.',
    rows: [],
    usual: true,
  },
  slow: {
    summary: 'Takes about six times as long for everything and moves the due date once.',
    pace: 6,
    rows: [
      {
        on: ['appraiser_accepted'],
        do: 'setDueDate',
        body: { due_date: '{a week later}' },
        after: [4, 8],
        times: [1, 1],
      },
    ],
    usual: true,
  },
  'revision-happy': {
    summary:
      'Sends each report back to the appraiser, once or twice, and delivers a revised one that nobody asked for.',
    rows: [
      {
        on: ['awaiting_review'],
        do: 'moveOrder',
        body: { to_status: 'report_rejected_for_correction', note: 'A comparable sale is missing.' },
        after: [2, 8],
        times: [1, 2],
      },
      { on: ['report_complete'], do: 'deliverReport', after: [20, 44], times: [1, 1] },
    ],
    usual: true,
  },
  declining: {
    summary: 'Cancels every open order, and declines revision requests and due dates.',
    rows: [
      {
        on: ['pending_review', 'new', ...underWay],
        do: 'cancelForCompany',
        body: { reason: 'No appraiser covers this area.' },
        after: [1, 4],
      },
      { on: ['pending_review'], do: 'placeReviewedOrder', after: [1, 4] },
      { on: 'due date asked for', do: 'declineDueDate', after: [1, 4] },
      {
        on: 'submitted revision',
        do: 'declineRevision',
        body: { body: 'The appraiser stands by the report.' },
        after: [4, 12],
      },
      {
        on: 'unanswered message',
        do: 'postMessage',
        body: { from: '{author}', subject: '{subject}', body: 'We cannot help with this.' },
        after: [0.25, 1],
      },
    ],
    usual: false,
  },
  silent: {
    summary: 'Does nothing and answers nothing; keeps a wider persona away from a lender or an order.',
    rows: [],
    usual: false,
  },
  'review-first': {
    summary: 'Reviews every order before it is placed, for up to a day, and works on it like punctual afterwards.',
    rows: [
      {
        on: ['new'],
        do: 'moveOrder',
        body: { to_status: 'pending_review', note: 'The company reviews every order first.' },
        after: [0.05, 0.2],
        times: [1, 1],
        counts: 'review',
      },
      { on: ['pending_review'], do: 'placeReviewedOrder', after: [6, 24], counts: 'review' },
    ],
    usual: true,
  },
}

export const personaNames = Object.keys(personaTable) as PersonaName[]
