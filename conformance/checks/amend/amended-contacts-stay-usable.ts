// Amended contacts stay what a borrower's must be: there is one at least, and no email address has the role `cell`. Those of
// one borrower can be amended where there are two.
import { atLeast, includes, not } from '../../evidence/expected.ts'
import { seen } from '../../evidence/seen.ts'
import { amendments, knowsNames } from '../../scenarios/amendments.ts'
import { amend, otherNames, sendAmendment } from '../../steps/amend.ts'
import { entriesAt, fieldAt, succeeded } from '../../steps/read.ts'
import { seenComparable } from '../../steps/comparable.ts'
import { check } from '../../kit/check.ts'

const keeps = 'amend.borrower-keeps-a-contact'
const cell = 'amend.email-with-the-role-cell-not-taken'
const changes = 'amend.contacts-can-change'
const leaves = 'amend.leaves-what-it-does-not-name'
const pointer = '/borrowers/0/contacts'
const ofOther = '/borrowers/1/contacts'

export default check({
  id: 'amend.amended-contacts-stay-usable',
  verifies: [keeps, cell, changes, leaves],
  needs: ['orders'],
  async run(context) {
    const { expect, marker, shared } = context
    const scenario = await shared(amendments)
    const known = scenario.fields.find(({ field }) => field.pointer === pointer)!
    if (!knowsNames(scenario, known.field)) {
      // Other checks assert these under the documented names.
      expect(leaves).notTested('amendment-not-shown')
      throw otherNames(known.answer)
    }
    const id = String(fieldAt(scenario.after, '/id'))
    const withContacts = (contacts: unknown) => ({
      borrowers: [{ ...(known.reading === 'by-role' && { role: 'borrower' }), contacts }],
    })

    const emptied = await amend(context, id, withContacts([]), scenario.after)
    expect(keeps).status(emptied.answer, '2xx', '4xx')
    const left = { ...seen(emptied.after, pointer), requests: [emptied.answer.id, emptied.after.id] }
    expect(keeps).that(left, (contacts) => Array.isArray(contacts) && contacts.length > 0, atLeast('1 contact'))

    // Who wants the whole list may refuse a part of it, and says so.
    const alone = `${marker()}@example.com`
    const part = await sendAmendment(context, id, withContacts([{ type: 'email', role: 'work', value: alone }]))
    expect(changes).status(part, '2xx', '4xx')

    const email = `${marker()}@example.com`
    const sent = withContacts([{ type: 'email', role: 'cell', value: email }])
    const { answer, after } = await amend(context, id, sent, emptied.after)
    expect(cell).status(answer, '2xx', '4xx')
    const requests = [part.id, answer.id, after.id]
    const isTaken = () =>
      entriesAt(after, pointer).some(({ role, value, type }) => type === 'email' && role === 'cell' && value === email)
    expect(cell).that({ ...seen(after, pointer), requests: [answer.id, after.id] }, () => !isTaken(), not('cell'))
    expect(leaves).equal({ ...seenComparable(after, ofOther), requests }, seenComparable(emptied.after, ofOther).value)

    // What was taken afterwards may have replaced it.
    if (!succeeded(part) || succeeded(answer)) return
    const shows = (contacts: unknown): boolean => JSON.stringify(contacts ?? null).includes(alone)
    expect(changes).that({ ...seen(after, pointer), requests }, shows, includes(alone))
  },
})
