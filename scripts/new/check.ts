// A check: one file, found by its place; or one more claim of a scenario, in the file that has its claims.
import { CodedError } from '../../conformance/contract/coded-error.ts'
import {
  advice,
  fit,
  refuseExisting,
  requireArea,
  requireRule,
  todo,
  usageError,
  type Kind,
  type Tree,
} from './kind.ts'
import { appendToLastTable } from './text.ts'

const folder = 'conformance/checks'

const isClaims = (text: string): boolean => /^export default claims\(/m.test(text)

/** The file of an area with the claims of a scenario. @throws CodedError `unknown_scenario` */
const claimsFile = (tree: Tree, area: string, scenario: string): string => {
  const path = `${folder}/${area}/${scenario}.ts`
  if (tree.has(path) && isClaims(tree.read(path))) return path
  const known = tree
    .list(`${folder}/${area}`)
    .filter((name) => isClaims(tree.read(`${folder}/${area}/${name}`)))
    .map((name) => name.replace('.ts', ''))
  const next = advice(scenario, known, `leave it out for a file of its own, or begin that file with \`claims\`.`)
  throw new CodedError('unknown_scenario', `${path} must have the claims of ${scenario}, and has none; ${next}`)
}

const claimOf = (id: string, rules: readonly string[]): string => `  // ${todo} the claim, in one sentence.
  '${id}': {
    verifies: [
${rules.map((one) => `      '${one}',`).join('\n')}
    ],
    judge(scene, { expect }) {
      // ${todo} compare what shows each rule.
${rules.map((one) => `      expect('${one}').equal(seen(scene.answer, '/todo'), 'what the rule says')`).join('\n')}
    },
  },`

const fileOf = (id: string, rules: readonly string[]): string => `// ${todo} the claim, in one sentence.
import { seen } from '../../evidence/seen.ts'
import { check } from '../../kit/check.ts'

export default check({
  id: '${id}',
  verifies: [
${rules.map((one) => `    '${one}',`).join('\n')}
  ],
  needs: [],
  async run({ client, expect }) {
    // ${todo} send what shows each rule, and compare it.
    const answer = await client.call('ping')
${rules.map((one) => `    expect('${one}').equal(seen(answer, '/todo'), 'what the rule says')`).join('\n')}
  },
})
`

export const check: Kind = {
  usage: 'AREA.CLAIM [SCENARIO] RULE [RULE …]',
  plan([id, ...words], tree) {
    const scenario = words[0]?.includes('.') === false ? words[0] : null
    const rules = scenario === null ? words : words.slice(1)
    if (id === undefined || rules.length === 0) throw usageError('check', this.usage)
    fit('check', id, /^[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*$/, 'actions.cancel-works-while-open')
    for (const one of rules) requireRule(tree, one)
    const areas = tree.list(folder).filter((name) => !name.includes('.'))
    const area = requireArea('check', id, areas)
    const own = `${folder}/${id.replace('.', '/')}.ts`
    const beside = tree.list(`${folder}/${area}`).map((name) => `${folder}/${area}/${name}`)
    const there = beside.find((path) => path === own || tree.read(path).includes(`\n  '${id}': {\n`))
    refuseExisting(there !== undefined, 'check', id, there ?? own)
    const path = scenario === null ? own : claimsFile(tree, area, scenario)
    const text = scenario === null ? fileOf(id, rules) : appendToLastTable(tree.read(path), () => claimOf(id, rules))
    return {
      writes: new Map([[path, text]]),
      left: [
        scenario === null
          ? `${path}: the first line, \`needs\`, the requests and a comparison for each rule`
          : `${path}: what it is, and a comparison for each rule`,
        `npm run conform -- --only ${id}: passes against the simulator once it is right`,
        ...rules.map((one) => `npm run new -- defect NAME ${one}: a defect that the check must kill, if it has none`),
        `npm run costs -- --only ${id}: measures what it sends (conformance/run/costs.json)`,
      ],
    }
  },
}
