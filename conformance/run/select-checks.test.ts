import t from 'tap'
import type { Check } from '../kit/check.ts'
import { selectChecks } from './select-checks.ts'

const check = (id: string, ...verifies: string[]): Check => ({ id, verifies, needs: [], run: async () => {} }) as Check

const checks = [
  check('amend.fields-change', 'amend.lender-reference-can-change', 'amend.loan-number-can-change'),
  check('amend.closed-order', 'amend.closed-order-refused-with-409'),
  check('catalog.products', 'catalog.product-has-name'),
]

const idsOf = (only: string[], areas: string[] = []): string[] =>
  selectChecks(checks, { only, areas }).map(({ id }) => id)

t.test('a glob stands for every check and rule that it matches', async (t) => {
  t.strictSame(idsOf(['amend.*']), ['amend.fields-change', 'amend.closed-order'])
  t.strictSame(idsOf(['*-refused-with-409', 'catalog.*']), ['amend.closed-order', 'catalog.products'])
  t.throws(() => idsOf(['amend.*-no-such']), { code: 'unknown_check' })
})

t.test('what is misspelled is answered with what is near', async (t) => {
  t.throws(() => idsOf(['amend.loan-number-can-chang']), {
    code: 'unknown_check',
    message: /did you mean amend\.loan-number-can-change/,
  })
  t.throws(() => idsOf([], ['amends']), { code: 'unknown_area', message: /did you mean amend\?/ })
})

t.test('an area and a rule of another one select nothing, which is no pass', async (t) => {
  t.throws(() => idsOf(['catalog.product-has-name'], ['amend']), {
    code: 'nothing_selected',
    message: /--area amend .*--only catalog\.product-has-name/,
  })
  t.strictSame(idsOf(['*-refused-with-409'], ['amend']), ['amend.closed-order'], 'both together')
  const [fields, product] = ['amend.fields-change', 'catalog.product-has-name']
  const refused = { code: 'nothing_selected', message: `No check is of --area amend and of --only ${product};` }
  t.throws(() => idsOf([fields, product], ['amend']), refused, 'what a run would leave out in silence')
  t.throws(() => idsOf([fields], ['amend', 'catalog']), { message: `--area catalog and of --only ${fields};` })
})
