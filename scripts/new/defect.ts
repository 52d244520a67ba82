// A defect: one row in the file of its rule's area.
import { fit, refuseExisting, requireRule, todo, usageError, type Kind, type Tree } from './kind.ts'
import { appendToLastTable } from './text.ts'

const folder = 'proof/defects'

const sharedStart = (one: string, other: string): number => {
  const end = [...one].findIndex((letter, index) => letter !== other[index])
  return end < 0 ? one.length : end
}

/** The file of an area, or of those in its folder the one that breaks the rule that begins most like this one. */
const homeOf = (rule: string, tree: Tree): string => {
  const area = rule.split('.')[0]!
  const parts = [...tree.read(`${folder}/index.ts`).matchAll(new RegExp(`^ {2}'(${area}/[a-z-]+)':`, 'gm'))]
  const nearness = (path: string): number =>
    Math.max(0, ...[...tree.read(path).matchAll(/'([a-z]+\.[a-z0-9-]+)'/g)].map(([, id]) => sharedStart(rule, id!)))
  const [nearest = `${folder}/${area}.ts`] = parts
    .map(([, part]) => `${folder}/${part}.ts`)
    .toSorted((one, other) => nearness(other) - nearness(one))
  return nearest
}

export const defect: Kind = {
  usage: 'NAME RULE',
  plan([id, broken], tree) {
    if (id === undefined || broken === undefined) throw usageError('defect', this.usage)
    fit('defect', id, /^[a-z0-9]+(-[a-z0-9]+)*$/, 'hold-after-delivery')
    requireRule(tree, broken)
    const path = homeOf(broken, tree)
    const text = tree.read(path)
    refuseExisting(text.includes(`'${id}'`), 'defect', id, path)
    const row = (indent: string): string =>
      [
        `'${id}': {`,
        `  breaks: '${broken}',`,
        `  bug: '${todo} the mistake that an implementer would make, in one sentence.',`,
        "  apply: op.mutation('replace', (_behaviour) => {",
        `    // ${todo} an operator of simulator/behaviour/operators/ that makes the mistake.`,
        '  }),',
        '},',
      ]
        .map((line) => indent + line)
        .join('\n')
    return {
      writes: new Map([[path, appendToLastTable(text, row)]]),
      left: [
        `${path}: \`bug\`, the list it belongs to, the operator of \`apply\`, and \`deep\` where a plain first call does not show it`,
        `npm run adequacy -- --defect ${id} --whole 1 --no-reference --verbose: it must turn ${broken} red, and no other rule that it does not touch`,
        'fixtures/adequacy/collateral.yaml: why it turns another rule red, where it rightly does',
        `npm run adequacy -- --defect ${id} --update-baseline: puts it into the state that CI compares with`,
      ],
    }
  },
}
