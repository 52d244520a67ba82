// Amended contacts stay what a borrower's must be: there is one at least, and no email address has the role `cell`.
import { atLeast, not } from '../../evidence/expected.ts'
import { seen } from '../../evidence/seen.ts'
import { amendments, knowsNames } from '../../scenarios/amendments.ts'
import { amend, otherNames } from '../../steps/amend.ts'
import { entriesAt, fieldAt } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const keeps = 'amend.borrower-keeps-a-contact'
const cell = 'amend.email-with-the-role-cell-not-taken'
const pointer = '/borrowers/0/contacts'

export default check({
  id: 'amend.amended-contacts-stay-usable',
  verifies: [keeps, cell],
  needs: ['orders'],
  async run(context) {
    const { expect, marker, shared } = context
    const scenario = await shared(amendments)
    const known = scenario.fields.find(({ field }) => field.pointer === pointer)!
    if (!knowsNames(scenario, known.field)) throw otherNames(known.answer)
    const id = String(fieldAt(scenario.after, '/id'))
    const withContacts = (contacts: unknown) => ({
      borrowers: [{ ...(known.reading === 'by-role' && { role: 'borrower' }), contacts }],
    })

    const emptied = await amend(context, id, withContacts([]), scenario.after)
    const left = { ...seen(emptied.after, pointer), requests: [emptied.answer.id, emptied.after.id] }
    expect(keeps).that(left, (contacts) => Array.isArray(contacts) && contacts.length > 0, atLeast('1 contact'))

    const email = `${marker()}@example.com`
    const sent = withContacts([{ type: 'email', role: 'cell', value: email }])
    const { answer, after } = await amend(context, id, sent, emptied.after)
    const isTaken = () =>
      entriesAt(after, pointer).some(({ role, value, type }) => type === 'email' && role === 'cell' && value === email)
    expect(cell).that({ ...seen(after, pointer), requests: [answer.id, after.id] }, () => !isTaken(), not('cell'))
  },
})
