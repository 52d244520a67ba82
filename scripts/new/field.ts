// A field of an answer or an event: its property in the OpenAPI document, and the rule that it is there. One of the body of a create
// is in `new/create-field.ts`.
import { parse } from 'yaml'
import { CodedError } from '../../conformance/contract/coded-error.ts'
import { shown } from '../../proof/defects/generated/shown-fields.ts'
import { fit, recordMeaning, usageError, type Kind, type Tree } from './kind.ts'
import { createField, isOfCreate } from './create-field.ts'
import { document, withNullInExamples, withProperty } from './property.ts'
import { aboutField, withRule } from './rule.ts'

const nullableText = "{ $ref: '#/components/schemas/NullableText' }"

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

const generated = 'proof/defects/generated/fields.ts'

/** Among the rules whose field no generated defect leaves out. */
const inAnotherForm = (text: string, rule: string): string =>
  text.replace(/(?<=const inAnotherForm = new Set\(\[\n)[^\]]*/, (rows) =>
    [...rows.trimEnd().split('\n'), `  '${rule}',`].toSorted().join('\n').concat('\n'),
  )

const controlDocument = 'fixtures/control.yaml'

/** Whether the document of the control port has a copy of the whole schema: of an order, it shows a part. */
const isCopied = (tree: Tree, component: string): boolean => {
  const namesIn = (path: string): string[] => {
    type Described = { components: { schemas: Record<string, { properties?: object }> } }
    const { schemas } = (parse(tree.read(path)) as Described).components
    return Object.keys(schemas[component]?.properties ?? {})
  }
  const copied = namesIn(controlDocument)
  return copied.length > 0 && namesIn(document).every((one) => copied.includes(one))
}

export const field: Kind = {
  usage: 'COMPONENT.PROPERTY RULE [OPERATION … | KEYWORD=BOUND:RULE …] [--optional]',
  plan(words, tree) {
    const isOptional = words.includes('--optional')
    const [given, rule, ...operations] = words.filter((word) => word !== '--optional')
    if (given === undefined || rule === undefined) throw usageError('field', this.usage)
    fit('field', given, /^[A-Z]\w*\.[a-z][a-z0-9_]*$/, 'Order.lender_reference')
    const [component = '', name = ''] = given.split('.')
    if (isOfCreate(tree, component)) return createField({ component, name, rule, words: operations, isOptional }, tree)
    refuseKnown(tree, given)
    const isOfEvent = /^Order\w+Data$/.test(component)
    const copied = isCopied(tree, component)
    const withField = (path: string): string => withProperty(tree.read(path), given, nullableText, isOptional)
    const isShown = shown.some(({ components }) => component in components)
    return {
      writes: new Map([
        [document, isOptional ? withField(document) : withNullInExamples(withField(document), given)],
        ...(copied ? [[controlDocument, withField(controlDocument)] as const] : []),
        withRule(tree, rule, operations, aboutField(given)),
        ...(isOptional ? [[generated, inAnotherForm(tree.read(generated), rule)] as const] : []),
      ]),
      left: [
        `${document}: the type of ${given}, a text or null as it stands, its value in the examples of ${component}, and the examples of others that have no ${name}`,
        ...(copied ? [`${controlDocument}: the type in its copy of the schema`] : []),
        ...(component === 'Dates' ? [`${controlDocument}: ${name} in the dates of its copy of an order`] : []),
        `fixtures/rules/: in the row of ${rule} \`unconfirmed\`, why nothing else confirms the value, or in the row of the rule that another value violates \`known_from\``,
        `fixtures/rules/: source, \`rests_on\` and text of ${rule}, which must name \`${name}\`, beside the rules of its neighbours; the invariant is there${isShown && !isOptional ? ', and the defect that leaves it out' : ''}`,
        ...(isShown || isOptional
          ? []
          : [`proof/defects/generated/shown-fields.ts: where ${component} is shown, as no defect is made before`]),
        ...(isOptional
          ? [
              `npm run new -- defect NAME ${rule}: shows it in another form with \`op.retype\`; an optional field that is left out breaks nothing`,
              `a check that needs it throws notTested(CODE) where it is left out: a row of reports/reasons/permitted-reasons.ts`,
            ]
          : []),
        ...(isOfEvent
          ? [
              `simulator/behaviour/events.ts, and \`key_fields\` and \`specimen\` of its event in fixtures/webhooks.yaml`,
            ]
          : [
              `npm run places -- NEIGHBOUR: where a field beside it is kept, shown and tested; simulator/behaviour/present.ts shows what is not kept under its own name`,
              `where an order keeps it: simulator/domain/records.ts, simulator/orders/place-order.ts, and simulator/store/row-shape.ts, with ? where it may be null, as an older world or data file lacks it`,
            ]),
        recordMeaning,
        'npm run check: names what does not have it',
      ],
    }
  },
}
