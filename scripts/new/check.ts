// A check: one file, found by its place.
import { fit, refuseExisting, requireArea, requireRule, todo, usageError, type Kind } from './kind.ts'

export const check: Kind = {
  usage: 'AREA.CLAIM RULE [RULE …]',
  plan([id, ...rules], tree) {
    if (id === undefined || rules.length === 0) throw usageError('check', this.usage)
    fit('check', id, /^[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*$/, 'actions.cancel-works-while-open')
    for (const one of rules) requireRule(tree, one)
    requireArea(
      'check',
      id,
      tree.list('conformance/checks').filter((name) => !name.includes('.')),
    )
    const path = `conformance/checks/${id.replace('.', '/')}.ts`
    refuseExisting(tree.has(path), 'check', id, path)
    const text = `// ${todo} the claim, in one sentence.
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
    return {
      writes: new Map([[path, text]]),
      left: [
        `${path}: the first line, \`needs\`, the requests and a comparison for each rule`,
        `npm run conform -- --only ${id}: passes against the simulator once it is right`,
        ...rules.map((one) => `npm run new -- defect NAME ${one}: a defect that the check must kill, if it has none`),
        `npm run costs -- --only ${id}: measures what it sends (conformance/run/costs.json)`,
      ],
    }
  },
}
