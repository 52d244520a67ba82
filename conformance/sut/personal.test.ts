import t from 'tap'
import type { Unstamped } from '../../reports/run-record.ts'
import { createPersonal } from './personal.ts'

const finding = (expected: unknown, received: unknown, pointer = '/borrowers/0/name'): Unstamped => ({
  type: 'finding',
  rule: 'order.borrower-name',
  check: 'order.is-shown',
  expected,
  received,
  pointer,
  requests: [],
})

t.test('a name that the target made up is shown in outline, and what this run sent is shown whole', async (t) => {
  const personal = createPersonal()
  personal.sent({ borrowers: [{ name: 'Riley Example' }] })
  t.equal(personal.inBody('{"borrowers":[{"name":"Maria Lopez"}]}'), '{"borrowers":[{"name":"M•••• •••••"}]}')
  t.equal(personal.inBody('{"borrowers":[{"name":"Riley Example"}]}'), '{"borrowers":[{"name":"Riley Example"}]}')
})

t.test('the words of a check stand under the name of what it left out', async (t) => {
  const personal = createPersonal()
  const expected = { 'without borrowers.0.first_name': 'one of 400, 422' }
  t.match(personal.inEvent(finding(expected, {})), { expected })
  const hidden = { first_name: 'M••••', 'with first_name': { first_name: 'M••••' } }
  const named = { first_name: 'Maria', 'with first_name': { first_name: 'Maria' } }
  t.match(personal.inEvent(finding(named, {})), { expected: hidden }, 'and a name does not')
})

t.test('a finding hides what the target answered, on both sides, and shows the words of the check', async (t) => {
  const personal = createPersonal()
  personal.inBody('{"borrowers":[{"name":"Maria Lopez"}]}')
  t.match(personal.inEvent(finding('Maria Lopez', 'Mario Lopez')), { expected: 'M•••• •••••', received: 'M•••• •••••' })
  const words = 'the name that the order was placed with'
  t.match(personal.inEvent(finding(words, 'Maria Lopez')), { expected: words, received: 'M•••• •••••' })
  t.match(
    personal.inEvent(finding(`not ${'Maria Lopez'}`, 'Maria Lopez')),
    { expected: 'not M•••• •••••' },
    'words that quote it hide the quotation',
  )
})
