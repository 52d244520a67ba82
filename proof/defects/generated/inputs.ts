// Generated from what the rule rows say of the body of a create: a keyword of its schema that is lost, or one too many.
import { demand, loosen, waive } from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/mutation.ts'
import type { Defect } from '../defect.ts'
import { ruleRows, type Input } from '../rule-rows.ts'

/** Rules that a defect written by hand breaks in another form. */
const inAnotherForm = new Set([
  'create.at-least-one-borrower-required',
  'create.order-type-code-required',
  'create.postal-code-required',
])

/** Ids that users know from before their defects were generated. */
const known: Record<string, string> = {
  'any-form-of-due-date-taken': 'any-date-taken',
  'any-form-of-loan-purchase-price-taken': 'any-text-is-a-price',
  'any-type-of-loan-purchase-price-taken': 'price-as-number-taken',
  'too-many-borrowers-taken': 'three-borrowers-taken',
}

type Kind = { id: (name: string) => string; bug: (path: string) => string; apply: (path: string) => Mutation }

/** Nobody looks at the keyword. */
const unread = (keyword: string, id: Kind['id'], bug: Kind['bug']): [string, Kind] => [
  `${keyword} refused`,
  { id, bug, apply: (path) => loosen('createOrder', path, { [keyword]: undefined }) },
]

const beyond = (keyword: string, how: string): [string, Kind] =>
  unread(
    keyword,
    (name) => `${how.replace(' ', '-')}-${name}-taken`,
    (path) => `${path} is stored when it is ${how}.`,
  )

const asItComes: Kind['bug'] = (path) => `${path} is stored whatever it says.`
const ofAnyForm: Kind['id'] = (name) => `any-form-of-${name}-taken`

const kinds: Record<string, Kind> = {
  'required refused': {
    id: (name) => `create-without-${name}`,
    bug: (path) => `${path} was never marked as required.`,
    apply: (path) => waive('createOrder', path),
  },
  'required accepted': {
    id: (name) => `${name}-demanded`,
    bug: (path) => `${path} is demanded of every create.`,
    apply: (path) => demand('createOrder', path),
  },
  ...Object.fromEntries([
    unread('enum', (name) => `any-${name}-taken`, asItComes),
    unread('pattern', ofAnyForm, asItComes),
    unread('format', ofAnyForm, asItComes),
    unread(
      'type',
      (name) => `any-type-of-${name}-taken`,
      (path) => `${path} is stored whatever its type.`,
    ),
    beyond('minItems', 'too few'),
    beyond('maxItems', 'too many'),
    beyond('minLength', 'too short'),
    beyond('maxLength', 'too long'),
    beyond('minimum', 'too small'),
    beyond('maximum', 'too large'),
  ]),
}

/** Where a row names several places, at the last: the innermost. */
const defectOf = (breaks: string, { path, keyword, is }: Input): Defect[] => {
  const kind = kinds[`${keyword} ${is}`]
  if (kind === undefined || path === undefined || inAnotherForm.has(breaks)) return []
  const entries = path.replaceAll(/\.\d+(?=\.)/g, '.*')
  const id = kind.id(entries.replaceAll(/[.*_]+/g, '-'))
  return [{ id: known[id] ?? id, breaks, bug: kind.bug(entries), apply: kind.apply(entries) }]
}

export const inputs: readonly Defect[] = ruleRows.flatMap(({ id, input }) => {
  const last = [input].flat().at(-1)
  return last === undefined ? [] : defectOf(id, last)
})
