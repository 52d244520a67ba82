// The files of a rule are found by its id and by the ids of its checks and defects; an installed package has none.
import t from 'tap'
import type { Explained } from './explain.ts'
import { sourceFiles } from './source-files.ts'

const rule = {
  id: 'list.a-b',
  area: 'list',
  source: 'Lists',
  party: 'service',
  level: 'must',
  text: 'A.',
  operations: 'all',
} as const

const explained = (more: Partial<Explained> = {}): Explained => ({
  rule,
  checks: [],
  invariants: [],
  defects: [],
  freedoms: [],
  ...more,
})

const defect = (id: string, file: string) => ({
  id,
  bug: 'A bug.',
  also: false,
  file: `proof/defects/${file}`,
})

const tree = {
  conformance: {
    checks: {
      list: {
        'a-is-b.ts': "\nexport default check({ id: 'list.a-is-b', verifies: ['list.a-b'] })",
        'walked.ts':
          "export default claims(walked, [], {\n  'list.b-is-a': {\n    verifies: ['list.b-is-c'],\n  },\n})",
        'a-is-c.ts': "export default walkCheck('list.a-is-c', ['list.a-b'])",
      },
    },
    invariants: { 'some.ts': "export const some = {\n  id: 'invariant.some' }" },
    steps: {
      'near.ts': "const near = 'list.a-b-c'",
      'named.ts': "\nconst named = ['list.a-b']",
      'named.test.ts': "const tested = 'list.a-b'",
    },
  },
  fixtures: {
    rules: { 'list.yaml': 'area: list\nrules:\n  - id: list.a\n  - id: list.a-b\n' },
    'freedoms.yaml': 'freedoms:\n  - id: list.open\n',
    'errors.yaml': '',
  },
  proof: {
    defects: {
      'list.ts': "\n\n    id: 'a-left-out',\n    breaks: 'list.a-b',",
      generated: {
        'holds.ts': '    id: `hold-in-${status}`,',
      },
    },
  },
}

t.test('each kind is found where its id is defined, the rest where the rule is named', async (t) => {
  const find = sourceFiles(t.testdir(tree))!
  const found = find(
    explained({
      checks: ['list.a-is-b', 'list.b-is-a', 'list.a-is-c'].map((id) => ({ id, needs: [] })),
      invariants: ['invariant.some'],
      defects: [defect('a-left-out', 'list.ts'), defect('hold-in-new', 'generated/holds.ts')],
      freedoms: [
        { id: 'list.open', source: 'Lists', question: 'Which?', readings: {}, default: 'a', observed: 'never' },
      ],
    }),
  )
  t.strictSame(found, [
    { what: 'rule', path: 'fixtures/rules/list.yaml:4' },
    { what: 'check', path: 'conformance/checks/list/a-is-b.ts:2' },
    { what: 'check', path: 'conformance/checks/list/walked.ts:2' },
    { what: 'check', path: 'conformance/checks/list/a-is-c.ts' },
    { what: 'invariant', path: 'conformance/invariants/some.ts:2' },
    { what: 'defect', path: 'proof/defects/list.ts:3' },
    { what: 'defect', path: 'proof/defects/generated/holds.ts' },
    { what: 'freedom', path: 'fixtures/freedoms.yaml:2' },
    { what: 'named in', path: 'conformance/steps/named.ts:2' },
  ])
})

t.test('there are none without sources', async (t) => {
  t.equal(sourceFiles(t.testdir({ dist: {}, fixtures: tree.fixtures, conformance: { run: {} } })), null)
})
