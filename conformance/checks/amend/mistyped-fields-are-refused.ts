// A field of an amendment that has another JSON type is refused, each under the name by which it took effect.
import { merged, otherNames, sendAmendment } from '../../steps/amend.ts'
import { amendments, knowsNames, tookEffect } from '../../scenarios/amendments.ts'
import { fieldAt } from '../../steps/read.ts'
import { refuses } from '../../steps/refuses.ts'
import { check } from '../../kit/check.ts'

const rule = 'errors.wrong-type-is-400-or-422'

type Mistyped = [place: string, patch: Record<string, unknown>]

const list = ['a list in the place of a text']

const ofLoan =
  (name: string) =>
  (reading: string): Mistyped =>
    reading === 'flat' ? [`loan_${name}`, { [`loan_${name}`]: list }] : [`loan.${name}`, { loan: { [name]: list } }]

/** By where the field shows, and the reading of its name. */
const mistyped: Readonly<Record<string, (reading: string) => Mistyped>> = {
  '/lender_reference': () => ['lender_reference', { lender_reference: list }],
  '/appraiser_instructions': () => ['appraiser_instructions', { appraiser_instructions: { text: 'an object' } }],
  '/loan/number': ofLoan('number'),
  '/loan/client': ofLoan('client'),
  '/loan/investor': ofLoan('investor'),
  '/borrowers/0/contacts': (reading) => [
    'borrowers.0.contacts',
    { borrowers: [{ ...(reading === 'by-role' && { role: 'borrower' }), contacts: 'by phone' }] },
  ],
  '/parties': () => ['parties', { parties: 'Noor Sample' }],
  '/notes': () => ['notes', { notes: 'Mind the dog.' }],
}

export default check({
  id: 'amend.mistyped-fields-are-refused',
  verifies: [rule],
  needs: ['orders'],
  async run(context) {
    const { expect, recordReading, shared } = context
    const scenario = await shared(amendments)
    const known = scenario.fields.filter(({ field }) => knowsNames(scenario, field))
    if (known.length === 0) throw otherNames(...scenario.fields.map(({ answer }) => answer))
    // What is not shown cannot show under which name it was taken: the fields of a loan are all named alike.
    const ofTheLoan = scenario.fields.find((one) => one.field.pointer.startsWith('/loan/') && tookEffect(one))
    const nameOf = (one: (typeof known)[number]): string =>
      one.field.pointer.startsWith('/loan/') && !tookEffect(one) ? (ofTheLoan ?? one).reading : one.reading
    const all = new Map(known.map((one) => [one.field.pointer, mistyped[one.field.pointer]!(nameOf(one))]))
    const id = String(fieldAt(scenario.after, '/id'))
    const send = (patch: unknown) => sendAmendment(context, id, patch)
    // Sent together, those that the refusal names are refused; the rest may be refused for them alone, and is sent again one by one.
    const together = await send(merged([...all.values()].map(([, patch]) => patch)))
    expect(rule).status(together, 400, 422)
    const { status } = together.response
    if (status === 400 || status === 422) recordReading('amend.validation-status', `status-${status}`, together)
    for (const [place, patch] of all.values())
      if (!refuses(together, place)) expect(rule).status(await send(patch), 400, 422)
  },
})
