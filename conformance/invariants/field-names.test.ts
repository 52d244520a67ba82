// A field name in snake case is one in any script that writes its words without capitals.
import t from 'tap'
import { fieldNames } from './field-names.ts'

const rule = 'conventions.field-names-are-snake-case'

const blames = (name: string): boolean =>
  fieldNames.assert({ body: { data: [{ [name]: null }] } } as never).some(({ passed }) => !passed)

t.test('words of letters and digits, joined by an underscore', async (t) => {
  for (const name of ['später', 'étage_2', 'größe_des_hauses', '名前', 'naïve'.normalize('NFD'), 'status', 'line_1'])
    t.notOk(blames(name), name)
})

t.test('capitals, other joints and names that begin with no letter are none', async (t) => {
  for (const name of ['Später', 'spätErst', 'ǅep', 'spät-er', 'spät er', '_spät', 'spät__er', 'spät_', '2_spät', ''])
    t.ok(blames(name), name)
})

t.test('the finding shows the rule that it breaks', async (t) => {
  const [found] = fieldNames.assert({ body: { portalUrl: null } } as never)
  t.equal(found?.rule, rule)
})
