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
const withProperty = (text: string, component: string, name: string): string => {
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
  const list = inside('required:').find((one) => indentOf(lines[one]!) === indent)
  if (list === undefined) lines.splice(at, 0, `${' '.repeat(indent)}required: [${name}]`)
  else if (!listed(lines.slice(list, endOf(lines, list)), name)) required(lines, list, name)
  return lines.join('\n')
}

export const field: Kind = {
  usage: 'COMPONENT.PROPERTY RULE [OPERATION …]',
  plan([given, rule, ...operations], tree) {
    if (given === undefined || rule === undefined) throw usageError('field', this.usage)
    fit('field', given, /^[A-Z]\w*\.[a-z][a-z0-9_]*$/, 'Order.lender_reference')
    const [component = '', name = ''] = given.split('.')
    refuseKnown(tree, given)
    const isShown = shown.some(({ components }) => component in components)
    return {
      writes: new Map([
        [document, withProperty(tree.read(document), component, name)],
        withRule(tree, rule, operations, given),
      ]),
      left: [
        `${document}: the type of ${given}, a text or null as it stands, and the examples that have no ${name}; then npm run types`,
        `fixtures/rules/: source and text of ${rule}, which must name \`${name}\`; the invariant is there${isShown ? ', and the defect that leaves it out' : ''}`,
        ...(isShown
          ? []
          : [
              `simulator/behaviour/defects/generated/shown-fields.ts: where ${component} is shown, as no defect is made before`,
            ]),
        `simulator/behaviour/present.ts: shows it; simulator/domain/records.ts, where an order keeps it`,
        `simulator/behaviour/events.ts, and \`key_fields\` and \`specimen\` in fixtures/webhooks.yaml: where it is of an event`,
        'npm run check: names what does not have it',
      ],
    }
  },
}
