// A rule: one row of its area.
import { fit, refuseExisting, requireArea, todo, usageError, type Kind, type Tree } from './kind.ts'
import { appendTo } from './text.ts'

/** What makes the check of a rule: the member of its row, and what its text must say. */
type About = { member: string; claim: string }

export const aboutField = (field: string): About => ({
  member: `field: ${field}\n    unconfirmed: "${todo} why nothing else confirms it; else known_from"`,
  claim: `who has \`${field.split('.').at(-1)}\`, and what it is`,
})

/** The file of its area with the row of a new rule. @throws CodedError */
export const withRule = (
  tree: Tree,
  id: string,
  operations: readonly string[],
  about?: About,
): [path: string, text: string] => {
  fit('rule', id, /^[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*$/, 'list.pages-hold-every-item-once')
  const areas = tree.list('fixtures/rules').map((name) => name.replace('.yaml', ''))
  const path = `fixtures/rules/${requireArea('rule', id, areas)}.yaml`
  const text = tree.read(path)
  refuseExisting(text.includes(`  - id: ${id}\n`), 'rule', id, path)
  const row = `  - id: ${id}
    source: "${todo} section of the contract / sentence"
    basis: implied
    rests_on: ["${todo} ids of fixtures/passages.yaml"]
    text: "${todo} ${about?.claim ?? 'one claim in your own words'}."
    operations: ${operations.length > 0 ? `[${operations.join(', ')}]` : 'all'}
${about === undefined ? '' : `    ${about.member}\n`}`
  return [path, appendTo(text, 'rules', row)]
}

const serves = 'transport.serves-'

/** What makes the check of a rule that an operation is served; its defect is generated. */
export const servedBy = [
  'conformance/scenarios/grand-walk.ts: a call of it',
  `conformance/checks/transport/every-operation-is-served.ts: its row, which makes the check of ${serves}…`,
  'npm run costs -- --only transport.every-operation-is-served: measures the longer walk (conformance/run/costs.json)',
]

export const rule: Kind = {
  usage: 'AREA.CLAIM [OPERATION …]',
  plan([id, ...operations], tree) {
    if (id === undefined) throw usageError('rule', this.usage)
    const [path, text] = withRule(tree, id, operations)
    return {
      writes: new Map([[path, text]]),
      left: [
        `${path}: source, basis and text of ${id}, and \`rests_on\` (ids of fixtures/passages.yaml); operations: \`all\`, a group of fixtures/operation-groups.ts, or a list`,
        ...(id.startsWith(serves)
          ? servedBy
          : [
              `npm run new -- check ${id.split('.')[0]}.CLAIM ${id}: a check, or \`unobservable:\` in the row with the reason why none can exist`,
              `npm run new -- defect NAME ${id}: a defect that violates it`,
            ]),
        `npm run check: names the rule until it has both`,
        `npx assay explain ${id}: shows what there is of it`,
      ],
    }
  },
}
