// Each field that can be amended takes what was sent, and no other of them changes with it.
import { derived, seen } from '../../run/seen.ts'
import { amendableFields, amendments, knowsNames } from '../../journeys/amendments.ts'
import { entriesAt } from '../../steps/read.ts'
import type { Answered } from '../../target/exchange.ts'
import { blocked } from '../../target/unjudged.ts'
import { check } from '../check.ts'

// The notes have a check of their own.
const lasting = amendableFields.filter(({ pointer }) => pointer !== '/notes')

export default check({
  id: 'amend.each-field-changes-alone',
  verifies: [...new Set(amendableFields.map(({ rule }) => rule)), 'transport.serves-patch-order'],
  needs: ['orders'],
  async run({ shared, expect, observe }) {
    const { fields } = await shared(amendments)
    const misnamed: Answered[] = []
    const named = lasting.filter((one) => knowsNames(fields, one))
    for (const { field, mark, reading, answer, before, after } of fields) {
      const { rule, pointer, shows, expected, freedom } = field
      const requests = [answer.id, after.id]
      expect('transport.serves-patch-order').that(
        derived(answer.response.status, answer),
        (status) => status !== 404 && status !== 405,
        'an operation that is there',
      )
      for (const other of named.filter((one) => one.pointer !== pointer))
        expect(other.rule).equal({ ...seen(after, other.pointer), requests }, seen(before, other.pointer).value)
      if (!knowsNames(fields, field)) {
        misnamed.push(answer)
        continue
      }
      const changed = expect(rule).that(
        { ...seen(after, pointer), requests },
        (value) => shows(value, mark),
        `${expected}: ${mark}`,
      )
      if (changed && freedom !== undefined) observe(freedom, reading, answer)
    }
    const by = (rule: string) => fields.find(({ field }) => field.rule === rule)!
    const contacts = by('amend.contacts-can-change')
    const kept = entriesAt(contacts.after, '/borrowers/0/contacts').length > 1
    observe('amend.contacts-merge', kept ? 'join' : 'replace', contacts.answer, contacts.after)
    const parties = by('amend.parties-can-change')
    const agent = seen(parties.after, '/parties/real_estate_agent').value
    observe('amend.parties-merge', agent ? 'members-sent' : 'whole-object', parties.answer, parties.after)
    if (misnamed.length > 0)
      throw blocked('the target knows the fields of an amendment by other names, which are not shown', ...misnamed)
  },
})
