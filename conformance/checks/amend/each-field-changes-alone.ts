// Each field that can be amended takes what was sent, and no other of them changes with it.
import { includes, not } from '../../evidence/expected.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { amendments, knowsNames, tookEffect, wasCalledClosed, wasClosed } from '../../scenarios/amendments.ts'
import { amendableFields, amendedPhone, placeOf } from '../../steps/amendable-fields.ts'
import { otherNames, ownFields, refusedForItsName } from '../../steps/amend.ts'
import { entriesAt, succeeded } from '../../steps/read.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { seenComparable } from '../../steps/comparable.ts'
import { check } from '../../kit/check.ts'

// The notes have a check of their own.
const amendable = [...amendableFields.map(({ pointer }) => pointer), '/borrowers/1/contacts']
const beginning = 30
const leaves = 'amend.leaves-what-it-does-not-name'
const moves = 'order.updated-at-moves-with-its-own-fields'
const phones = 'conventions.phone-numbers-come-back-as-sent'
const beginsAs = (shown: unknown, sent: string): boolean => String(shown).startsWith(sent.slice(0, beginning))

/** A long text that was cut was not undone by another amendment. */
const isCutOff = (shown: unknown, sent: string): boolean => sent.length > beginning && beginsAs(shown, sent)

const lasting = amendableFields.filter(({ pointer }) => pointer !== '/notes')

export default check({
  id: 'amend.each-field-changes-alone',
  verifies: [
    ...new Set(amendableFields.map(({ rule }) => rule)),
    leaves,
    'transport.serves-patch-order',
    phones,
    moves,
  ],
  needs: ['orders'],
  async run(context) {
    const { shared, expect, recordReading } = context
    const scenario = await shared(amendments)
    const { fields, madeUp } = scenario
    const misnamed: Answered[] = []
    const named = lasting.filter((one) => knowsNames(scenario, one))
    for (const amended of fields) {
      const { field, mark, reading, answer, before, after } = amended
      const { rule, pointer, expected, freedom } = field
      const requests = [answer.id, after.id]
      expect('transport.serves-patch-order').that(
        { ...computedFrom(answer.response.status, answer), pointer: 'status' },
        (status) => status !== 404 && status !== 405,
        not(404, 405),
      )
      for (const other of named.filter((one) => one.pointer !== pointer))
        expect(leaves).equal(
          { ...seenComparable(after, other.pointer), requests },
          seenComparable(before, other.pointer).value,
        )
      expect(leaves).equal(computedFrom(ownFields(after, ...amendable), answer, after), ownFields(before, ...amendable))
      if (wasCalledClosed(amended)) {
        expect(rule).status(answer, '2xx')
        continue
      }
      if (!knowsNames(scenario, field)) {
        misnamed.push(answer)
        continue
      }
      if (await wasClosed(context, scenario, amended)) {
        expect([rule, moves, phones]).notTested('moved-while-amended')
        continue
      }
      const wrong = field.wrongPart?.(seen(after, placeOf(field)).value, mark)
      const changed = expect(rule).that(
        { ...seen(after, wrong?.place ?? placeOf(field)), requests },
        () => tookEffect(amended),
        wrong ? includes(wrong.text) : `${expected}: ${mark}`,
      )
      const [was, is] = [before, after].map((order) => String(seen(order, '/dates/updated_at').value))
      if (changed && field.timed)
        expect(moves).that(
          { ...seen(after, '/dates/updated_at'), requests },
          () => Date.parse(is!) > Date.parse(was!),
          `after ${was}`,
        )
      if (changed && freedom !== undefined) recordReading(freedom, reading, answer)
    }
    const renamed = fields.find(({ field }) => field.pointer === '/lender_reference')!
    const { again, after: last } = scenario
    if (knowsNames(scenario, renamed.field) && succeeded(again.answer))
      expect(renamed.field.rule).equal(
        { ...seen(last, '/lender_reference'), requests: [again.answer.id, last.id] },
        again.reference,
      )
    // Of two amendments sent at once neither undoes the other.
    const { beside } = again
    const instructions = fields.find(({ field }) => field.pointer === '/appraiser_instructions')!
    if ([renamed, instructions].every(tookEffect) && [again.answer, beside.answer].every(succeeded))
      for (const [pointer, sent] of [
        ['/lender_reference', again.reference],
        ['/appraiser_instructions', beside.instructions],
      ] as const)
        expect(leaves).that(
          { ...seen(last, pointer), requests: [again.answer.id, beside.answer.id, last.id] },
          (shown) => shown === sent || isCutOff(shown, sent),
          sent,
        )
    const { instructions: text } = beside
    const shown = seen(last, '/appraiser_instructions')
    if (tookEffect(instructions) && succeeded(beside.answer) && beginsAs(shown.value, text))
      expect(instructions.field.rule).equal({ ...shown, requests: [beside.answer.id, last.id] }, text)
    const by = (rule: string) => fields.find(({ field }) => field.rule === rule)!
    const contacts = by('amend.contacts-can-change')
    const known = (rule: string) => knowsNames(scenario, by(rule).field)
    const kept = entriesAt(contacts.after, '/borrowers/0/contacts').length > 2
    if (known('amend.contacts-can-change'))
      recordReading('amend.contacts-merge', kept ? 'join' : 'replace', contacts.answer, contacts.after)
    if (tookEffect(contacts))
      expect(phones).that(
        { ...seen(contacts.after, '/borrowers/0/contacts'), requests: [contacts.answer.id, contacts.after.id] },
        (shown) => JSON.stringify(shown).includes(JSON.stringify(amendedPhone)),
        includes(amendedPhone),
      )
    const parties = by('amend.parties-can-change')
    const agent = seen(parties.after, '/parties/real_estate_agent').value
    if (known('amend.parties-can-change'))
      recordReading('amend.parties-merge', agent ? 'members-sent' : 'whole-object', parties.answer, parties.after)
    const refused = misnamed.find((answer) => refusedForItsName(answer, madeUp))
    if (refused && !known('amend.loan-number-can-change')) recordReading('amend.field-names', 'own-names', refused)
    if (misnamed.length > 0) throw otherNames(...misnamed)
  },
})
