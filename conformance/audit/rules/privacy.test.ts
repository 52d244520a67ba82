// Which numbers in a text of an order are those of a card.
import t from 'tap'
import { buildJournal } from '../journal/build-journal.ts'
import { judgeJournal } from '../judge-journal.ts'

const create = (body: object) => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  time: 5,
  request: {
    method: 'POST',
    url: 'https://appraisals.example/v1/orders',
    headers: [{ name: 'authorization', value: 'Bearer t' }],
    postData: { mimeType: 'application/json', text: JSON.stringify(body) },
  },
  response: { status: 201, headers: [], content: { mimeType: 'application/json', text: '{"id":"ord_1"}' } },
})

const verdictOf = (body: object) =>
  judgeJournal(buildJournal({ entries: [create(body)], fromStart: true })).verdicts.find(
    ({ rule }) => rule === 'create.client-sends-no-payment-instrument',
  )!.verdict

t.test('a number of the loan that looks like one of a card may be named in a text', async (t) => {
  const number = '4111 1111 1111 1111'
  const notes = [{ type: 'order', text: `Loan ${number}: call the agent.` }]
  t.equal(verdictOf({ notes, loan: { number: '4111111111111111' } }), 'pass')
  t.equal(verdictOf({ notes, lender_reference: '4111-1111-1111-1111' }), 'pass')
  t.equal(verdictOf({ notes, loan: { number: '4111111111111112' } }), 'fail')
  t.equal(verdictOf({ notes }), 'fail')
  t.equal(verdictOf({ notes, loan: { fha_case_number: number } }), 'pass')
  for (const other of [
    { payment_card: { number } },
    { parties: [{ lender_reference: number }] },
    { loan: { card: { number } } },
  ])
    t.equal(verdictOf({ notes, ...other }), 'fail')
  t.equal(verdictOf({ card_number: number, loan: { number } }), 'fail')
})
