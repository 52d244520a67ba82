// Every phone number is a JSON string.
import { claim } from '../evidence/comparison.ts'
import type { ShapeJudge } from './schema/shape.ts'

const rule = 'conventions.phone-numbers-are-text'

export const phoneTexts: ShapeJudge = {
  id: 'judge.phone-texts',
  rules: [rule],
  judge: ({ visits }) =>
    visits
      .filter(({ fields, owner }) => fields.includes('Contact.value') && (owner as { type?: unknown }).type === 'phone')
      .flatMap(({ value, pointer }) => claim(rule, typeof value === 'string', 'string', value, pointer)),
}
