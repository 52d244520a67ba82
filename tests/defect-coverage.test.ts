// Every rule of the service that can be tested has a deliberate defect, but for those of a list that can only shrink.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { withoutDefect } from '../proof/matrix/gaps.ts'
import { rules } from '../conformance/contract/contract.ts'
import { defects } from '../proof/defects/index.ts'
import { root } from './places.ts'

const list = join(root, 'tests', 'defect-gaps.yaml')
const allowed = (parse(readFileSync(list, 'utf8')) as { rules: string[] | null }).rules ?? []
const gaps = withoutDefect(rules().values(), defects)

/** The defects of fields are generated, once it is known where their component is shown. */
const placeOf = (id: string): string =>
  rules().get(id)?.field === undefined
    ? `proof/defects/: npm run new -- defect NAME ${id}`
    : 'proof/defects/generated/shown-fields.ts: where its component is shown'

t.test('every testable rule of the service has a defect', async (t) => {
  t.strictSame(
    gaps.filter((id) => !allowed.includes(id)).map((id) => `${id} needs a defect in ${placeOf(id)}`),
    [],
  )
})

t.test('the list of exceptions only shrinks', async (t) => {
  t.strictSame(
    allowed.filter((id) => !gaps.includes(id)),
    [],
    'each of these has a defect now, or is no such rule: take it out of tests/defect-gaps.yaml',
  )
})

t.test('a rule without a defect is found', async (t) => {
  const [first] = defects
  const others = defects.filter(({ breaks }) => breaks !== first!.breaks)
  t.ok(withoutDefect(rules().values(), others).includes(first!.breaks))
})
