// A field of the body of a create: its property in the schema of a request, and rule rows that make its cases and its defects.
import { parse } from 'yaml'
import { CodedError } from '../../conformance/contract/coded-error.ts'
import type { OpenApi } from '../../conformance/contract/contract.ts'
import { requestFields } from '../../conformance/generate/request-fields.ts'
import { recordMeaning, type Kind, type Tree } from './kind.ts'
import { document, withProperty } from './property.ts'
import { withRule } from './rule.ts'

type Given = { component: string; name: string; rule: string; words: readonly string[]; isOptional: boolean }
type Bound = { keyword: string; value: string; rule: string }

/** Where in the body the properties of a component stand. */
const placesOf = (tree: Tree, component: string): string[] => {
  const fields = requestFields(parse(tree.read(document)) as OpenApi)
  const own = fields.filter(({ name }) => name.startsWith(`${component}.`))
  return [...new Set(own.map(({ path }) => path.replace(/(^|\.)[^.]+$/, '')))]
}

export const isOfCreate = (tree: Tree, component: string): boolean => placesOf(tree, component).length > 0

const ofText = ['minLength', 'maxLength']

/** `maxLength=40:create.servicer-beyond-40-refused`. @throws CodedError `bad_name` */
const boundOf = (word: string): Bound => {
  const [, keyword, value, rule] = /^(minLength|maxLength|minimum|maximum)=(\d+):(.+)$/.exec(word) ?? []
  if (keyword !== undefined && value !== undefined && rule !== undefined) return { keyword, value, rule }
  const example = 'maxLength=40:create.servicer-beyond-40-refused'
  throw new CodedError('bad_name', `The limit ${word} of a field of a create must be like ${example}; give another.`)
}

const rowOf = (paths: readonly string[], keyword: string, is: string): string => {
  const inputs = paths.map((path) => `{ path: ${path}, keyword: ${keyword}, is: ${is} }`)
  return inputs.length === 1 ? `input: ${inputs[0]}` : ['input:', ...inputs.map((one) => `      - ${one}`)].join('\n')
}

export const createField = (
  { component, name, rule, words, isOptional }: Given,
  tree: Tree,
): ReturnType<Kind['plan']> => {
  const bounds = words.map(boundOf)
  const paths = placesOf(tree, component).map((place) => (place === '' ? name : `${place}.${name}`))
  const type = bounds.every(({ keyword }) => ofText.includes(keyword)) ? 'string' : 'number'
  const schema = `{ ${[`type: ${type}`, ...bounds.map(({ keyword, value }) => `${keyword}: ${value}`)].join(', ')} }`
  const claims = [
    {
      id: rule,
      keyword: 'required',
      is: isOptional ? 'accepted' : 'refused',
      claim: `a create without \`${paths[0]}\``,
    },
    ...bounds.map(({ keyword, value, rule: id }) => {
      const claim = `a create whose \`${paths[0]}\` is beyond ${keyword} ${value}`
      return { id, keyword, is: 'refused', claim }
    }),
  ]
  const writes = new Map([[document, withProperty(tree.read(document), `${component}.${name}`, schema, isOptional)]])
  const sofar: Tree = { ...tree, read: (path) => writes.get(path) ?? tree.read(path) }
  for (const { id, keyword, is, claim } of claims) {
    const about = { member: rowOf(paths, keyword, is), claim: `what becomes of ${claim}` }
    writes.set(...withRule(sofar, id, ['createOrder'], about))
  }
  return {
    writes,
    left: [
      `${document}: the type of ${component}.${name}, ${schema} as it stands`,
      `fixtures/rules/: source, \`rests_on\` and text of ${claims.map(({ id }) => id).join(', ')}; the case that is sent, the refusal and the defect are there`,
      'conformance/generate/order-parts.ts: a row that puts it into the orders that are placed; simulator/domain/order-draft.ts: as it is sent',
      'conformance/generate/conditional-violations.ts and simulator/behaviour/creation.ts: what the schema cannot say of it',
      'npm run new -- field COMPONENT.PROPERTY RULE: where orders show it',
      recordMeaning,
      'npm run check: names what does not have it',
    ],
  }
}
