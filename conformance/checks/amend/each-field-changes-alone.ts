// Each field that can be amended takes what was sent, and nothing else of the order changes with it.
import { derived, seen } from '../../run/seen.ts'
import { amendableFields, amendments } from '../../journeys/amendments.ts'
import { ownFields } from '../../steps/amend.ts'
import { entriesAt } from '../../steps/read.ts'
import { check } from '../check.ts'

export default check({
  id: 'amend.each-field-changes-alone',
  verifies: [...new Set(amendableFields.map(({ rule }) => rule)), 'transport.serves-patch-order'],
  needs: ['orders'],
  async run({ shared, expect, observe }) {
    const { fields } = await shared(amendments)
    for (const { field, mark, reading, answer, before, after } of fields) {
      const { rule, pointer, shows, expected, freedom } = field
      const requests = [answer.id, after.id]
      expect('transport.serves-patch-order').that(
        derived(answer.response.status, answer),
        (status) => status !== 404 && status !== 405,
        'an operation that is there',
      )
      const changed = expect(rule).that(
        { ...seen(after, pointer), requests },
        (value) => shows(value, mark),
        `${expected}: ${mark}`,
      )
      expect(rule).equal(derived(ownFields(after, pointer), answer, after), ownFields(before, pointer))
      if (changed && freedom !== undefined) observe(freedom, reading, answer)
    }
    const by = (rule: string) => fields.find(({ field }) => field.rule === rule)!
    const contacts = by('amend.contacts-can-change')
    const kept = entriesAt(contacts.after, '/borrowers/0/contacts').length > 1
    observe('amend.contacts-merge', kept ? 'join' : 'replace', contacts.answer, contacts.after)
    const parties = by('amend.parties-can-change')
    const agent = seen(parties.after, '/parties/real_estate_agent').value
    observe('amend.parties-merge', agent ? 'members-sent' : 'whole-object', parties.answer, parties.after)
  },
})
