// Every field the contract names is there and of its type, in every answer and event that has a schema.
import { groupBy } from '../../../reports/group-by.ts'
import type { ErrorObject } from 'ajv/dist/2020.js'
import { assertion, passed, type Assertion } from '../../evidence/assertion.ts'
import { fieldRuleIds, keywordsOf, rulesOfFields } from './field-rules.ts'
import { wanted } from './wanted.ts'
import { formatsOf, isNearly } from './formats.ts'
import type { ShapeInvariant } from './shape.ts'
import { isTolerated } from './tolerances.ts'
import { escapePointer, type Visit } from './visit.ts'

const nullRule = 'conventions.empty-fields-are-sent-as-null'
const booleanRule = 'conventions.booleans-are-true-or-false'

const pointerOf = ({ keyword, instancePath, params }: ErrorObject): string =>
  keyword === 'required'
    ? `${instancePath}/${escapePointer((params as { missingProperty: string }).missingProperty)}`
    : instancePath

// A field rule is about presence, type and range. Constants and contents have checks of their own.
const keywords = new Set('required type anyOf minLength minimum maximum maxItems pattern format'.split(' '))

/** Where a branch fits but something inside it is wrong, only what is inside counts. */
const byPointer = (errors: ErrorObject[]): Map<string, ErrorObject[]> => {
  const map = groupBy(
    errors.filter(({ keyword }) => keywords.has(keyword)),
    pointerOf,
  )
  for (const [pointer, found] of map) {
    const deeper = [...map.keys()].some((other) => other.startsWith(`${pointer}/`))
    if (deeper && found.some(({ keyword }) => keyword === 'anyOf')) map.delete(pointer)
  }
  return map
}

const isBoolean = (errors: ErrorObject[]): boolean =>
  errors.some(
    ({ keyword, params }) => keyword === 'type' && String((params as { type: unknown }).type).includes('boolean'),
  )

// Rules of a field where it is filled: that it is there is another rule's.
const ofFilled = new Set(['errors.details-is-an-array'])

/** Each rule by its aspect: a value that is present and of its type may still be too long or of two lines. */
const judgeRules = (visit: Visit, rules: readonly string[], errors: ErrorObject[], wrong: boolean): Assertion[] => {
  const special = new Set(rules.flatMap(keywordsOf))
  const others = errors.filter(({ keyword }) => !special.has(keyword))
  return rules.flatMap((rule) => {
    const own = keywordsOf(rule)
    // Of a value that is not there, or is none of its kind, there is nothing to say but that.
    if (own.length > 0 && (visit.missing || others.length > 0)) return []
    const found = own.length === 0 ? others : errors.filter(({ keyword }) => own.includes(keyword))
    return assertion(rule, !wrong || found.length === 0, wanted(found), visit.value, visit.pointer)
  })
}

/** The rule of a value that is in order because it is null, or a boolean. */
const ruleOfKind = (value: unknown): string[] =>
  value === null ? [nullRule] : typeof value === 'boolean' ? [booleanRule] : []

const judgeField = (visit: Visit, errors: ErrorObject[]): Assertion[] => {
  const named = rulesOfFields(visit.fields, visit.within)
  if (errors.length === 0 && !visit.missing) return [...named, ...ruleOfKind(visit.value)].map(passed)
  const rules = named.filter((rule) => !visit.missing || !ofFilled.has(rule))
  const wrong = errors.length > 0 && !isTolerated(visit) && !isNearly(formatsOf(visit.components), visit.value)
  const extra = !wrong
    ? []
    : visit.missing
      ? visit.mayBeEmpty
        ? [nullRule]
        : []
      : isBoolean(errors)
        ? [booleanRule]
        : []
  return [
    ...judgeRules(visit, rules, errors, wrong),
    ...assertion(wrong ? extra : ruleOfKind(visit.value), !wrong, wanted(errors), visit.value, visit.pointer),
  ]
}

/** Where the contract says which status an event reports. */
const statusShown: Record<string, { rule: string; code: string }> = {
  'OrderOnHoldData.status': { rule: 'events.on-hold-has-status', code: 'on_hold' },
  'OrderCancelledData.status': { rule: 'events.cancelled-has-status', code: 'cancelled' },
}

const judgeStatus = ({ fields: named, value, pointer }: Visit): Assertion[] => {
  const code = (value as { code?: unknown } | null | undefined)?.code
  if (typeof code !== 'string') return []
  return named.flatMap((field) => {
    const shown = statusShown[field]
    return shown ? assertion(shown.rule, code === shown.code, shown.code, code, `${pointer}/code`) : []
  })
}

/** An entry of another type than the array's: it is the array that is not what its rule says. */
const judgeEntry = ({ within, value, pointer }: Visit, errors: ErrorObject[]): Assertion[] => {
  const mistyped = errors.filter(({ keyword }) => keyword === 'type')
  return mistyped.length === 0 ? [] : assertion(rulesOfFields(within, []), false, wanted(mistyped), value, pointer)
}

export const fields: ShapeInvariant = {
  id: 'invariant.fields',
  get rules() {
    return [...fieldRuleIds(), nullRule, booleanRule]
  },
  assert({ visits, errors }) {
    const wrong = byPointer(errors)
    const wrongAt = (pointer: string): ErrorObject[] => (wrong.size > 0 && wrong.get(pointer)) || []
    const claims: Assertion[] = []
    for (const visit of visits)
      if (visit.fields.length > 0) claims.push(...judgeField(visit, wrongAt(visit.pointer)), ...judgeStatus(visit))
      else if (Array.isArray(visit.owner)) claims.push(...judgeEntry(visit, wrongAt(visit.pointer)))
    return claims
  },
}
