// Every phone number is a JSON string.
import { ofType } from '../evidence/expected.ts'
import { assertion } from '../evidence/assertion.ts'
import type { ShapeInvariant } from './schema/shape.ts'

const rule = 'conventions.phone-numbers-are-text'

export const phoneTexts: ShapeInvariant = {
  id: 'invariant.phone-texts',
  rules: [rule],
  assert: ({ visits }) =>
    visits
      .filter(({ fields, owner }) => fields.includes('Contact.value') && (owner as { type?: unknown }).type === 'phone')
      .flatMap(({ value, pointer }) => assertion(rule, typeof value === 'string', ofType(['string']), value, pointer)),
}
