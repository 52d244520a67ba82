// A field of an answer or an event: its property in the OpenAPI document, and the rule that it is there.
import { parse } from 'yaml'
import { CodedError } from '../../conformance/contract/coded-error.ts'
import { shown } from '../../simulator/behaviour/defects/generated/shown-fields.ts'
import { fit, usageError, type Kind, type Tree } from './kind.ts'
import { withRule } from './rule.ts'

const document = 'fixtures/openapi.yaml'

const indentOf = (line: string): number => /^ */.exec(line)![0].length

/** Behind the last line that lies deeper than the one at `start`. */
const endOf = (lines: readonly string[], start: number): number => {
  const next = lines.findIndex((line, at) => at > start && line !== '' && indentOf(line) <= indentOf(lines[start]!))
  return next < 0 ? lines.length : next
}

/** Adds a member to a list that is written in one line, or one entry a line. */
const required = (lines: string[], at: number, name: string): void => {
  if (lines[at]!.endsWith(']')) lines[at] = lines[at]!.replace(/\]$/, `, ${name}]`)
  else lines.splice(endOf(lines, at), 0, `${' '.repeat(indentOf(lines[at]!) + 2)}- ${name}`)
}

const listed = (lines: readonly string[], name: string): boolean =>
  lines
    .join(' ')
    .split(/[^\w.]+/)
    .includes(name)

/** A field that a rule is about has been thought of before. @throws CodedError `exists` */
const refuseKnown = (tree: Tree, field: string): void => {
  for (const file of tree.list('fixtures/rules')) {
    const text = tree.read(`fixtures/rules/${file}`)
    if (!text.includes(field)) continue
    const { rules } = parse(text) as {
      rules: { id: string; field?: string | string[] }[]
    }
    const about = rules.find((row) => [row.field ?? []].flat().includes(field))
    if (about)
      throw new CodedError(
        'exists',
        `The field ${field} must be one that no rule is about, but ${about.id} is, in fixtures/rules/${file}; change that row.`,
      )
  }
}

/** In the outermost properties of the component itself, where one may have written it before. @throws CodedError */
const withProperty = (text: string, component: string, name: string, isOptional: boolean): string => {
  const lines = text.split('\n')
  const start = lines.indexOf(`    ${component}:`)
  if (start < 0)
    throw new CodedError('unknown_component', `${document} has no schema ${component}; name one of its own.`)
  const inside = (key: string): number[] =>
    [...lines.keys()].slice(start, endOf(lines, start)).filter((at) => lines[at]!.trimStart().startsWith(key))
  const [at] = inside('properties:').toSorted((one, other) => indentOf(lines[one]!) - indentOf(lines[other]!))
  if (at === undefined)
    throw new CodedError(
      'no_properties',
      `${component} in ${document} has no properties; name the schema that has them.`,
    )
  const indent = indentOf(lines[at]!)
  const isThere = lines.slice(at, endOf(lines, at)).some((line) => line.startsWith(`${' '.repeat(indent + 2)}${name}:`))
  const row = `${' '.repeat(indent + 2)}${name}: { $ref: '#/components/schemas/NullableText' }`
  if (!isThere) lines.splice(endOf(lines, at), 0, row)
  if (isOptional) return lines.join('\n')
  const list = inside('required:').find((one) => indentOf(lines[one]!) === indent)
  if (list === undefined) lines.splice(at, 0, `${' '.repeat(indent)}required: [${name}]`)
  else if (!listed(lines.slice(list, endOf(lines, list)), name)) required(lines, list, name)
  return lines.join('\n')
}

const generated = 'simulator/behaviour/defects/generated/fields.ts'

/** Among the rules whose field no generated defect leaves out. */
const inAnotherForm = (text: string, rule: string): string =>
  text.replace(/(?<=const inAnotherForm = new Set\(\[\n)[^\]]*/, (rows) =>
    [...rows.trimEnd().split('\n'), `  '${rule}',`].toSorted().join('\n').concat('\n'),
  )

export const field: Kind = {
  usage: 'COMPONENT.PROPERTY RULE [OPERATION …] [--optional]',
  plan(words, tree) {
    const isOptional = words.includes('--optional')
    const [given, rule, ...operations] = words.filter((word) => word !== '--optional')
    if (given === undefined || rule === undefined) throw usageError('field', this.usage)
    fit('field', given, /^[A-Z]\w*\.[a-z][a-z0-9_]*$/, 'Order.lender_reference')
    const [component = '', name = ''] = given.split('.')
    refuseKnown(tree, given)
    const isShown = shown.some(({ components }) => component in components)
    return {
      writes: new Map([
        [document, withProperty(tree.read(document), component, name, isOptional)],
        withRule(tree, rule, operations, given),
        ...(isOptional ? [[generated, inAnotherForm(tree.read(generated), rule)] as const] : []),
      ]),
      left: [
        `${document}: the type of ${given}, a text or null as it stands, and the examples that have no ${name}; its copy in fixtures/control.yaml, if there is one; then npm run types`,
        `fixtures/rules/: source and text of ${rule}, which must name \`${name}\`, beside the rules of its neighbours; the invariant is there${isShown && !isOptional ? ', and the defect that leaves it out' : ''}`,
        ...(isShown || isOptional
          ? []
          : [
              `simulator/behaviour/defects/generated/shown-fields.ts: where ${component} is shown, as no defect is made before`,
            ]),
        ...(isOptional
          ? [
              `npm run new -- defect NAME ${rule}: shows it in another form with \`op.retype\`; an optional field that is left out breaks nothing`,
              `a check that needs it throws notTested(CODE) where it is left out: a row of reports/reasons/permitted-reasons.ts`,
            ]
          : []),
        `npm run places -- NEIGHBOUR: where a field beside it is kept, shown and tested; simulator/behaviour/present.ts shows it`,
        `where an order keeps it: simulator/domain/records.ts, place-order.ts, and snapshots/world-shape.ts, with ? where it may be null, as an older world lacks it`,
        `simulator/behaviour/events.ts, and \`key_fields\` and \`specimen\` in fixtures/webhooks.yaml: where it is of an event`,
        'tests/simulator/wire-types.ts and create.test.ts: the order as the tests know it',
        'npm run check: names what does not have it',
      ],
    }
  },
}
