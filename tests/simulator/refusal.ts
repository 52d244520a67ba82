// What a refusal looks like, checked in one assertion; and a raw answer taken apart.
import type { Test } from 'tap'
import type { Answer } from './support.ts'
import type { Problem } from './wire-types.ts'

export type Expected = {
  status: number
  code: string
  /** Fields of the details, in any order; with `:code` behind it the detail's code is checked as well. */
  fields?: string[]
  current?: string
}

/** Checks a refusal in the standard body, in one assertion, and that nothing else is in it. */
export const refused = (t: Test, answer: Answer<unknown>, expected: Expected, name = expected.code): void => {
  const { status, code, fields, current } = expected
  const { message, correlation_id, details, ...body } = answer.body as Problem
  const faults = (details ?? []).map((detail) => `${detail.field}:${detail.code}`).toSorted()
  const wanted = (fields ?? []).map((field) => (field.includes(':') ? field : `${field}:invalid_value`)).toSorted()
  const texts = [message, ...(details ?? []).map((detail) => detail.message)]
  t.strictSame(
    {
      status: answer.status,
      ...body,
      ...(fields !== undefined && { details: faults }),
      words: texts.every((text) => typeof text === 'string' && text.length > 0),
      values: (details ?? []).every((detail) => 'value' in detail),
      correlated: /^[0-9a-f-]{36}$/.test(correlation_id),
    },
    {
      status,
      code,
      ...(current !== undefined && { current_status: current }),
      ...(fields !== undefined && { details: wanted }),
      words: true,
      values: true,
      correlated: true,
    },
    name,
  )
}

/** The lines, headers and body of a raw answer. */
export const rawAnswer = (text: string): { status: number; headers: Record<string, string>; body: Problem } => {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = fields.map((field) => field.split(/:\s*/, 2) as [string, string])
  return {
    status: Number(line.split(' ')[1]),
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    body: JSON.parse(body || 'null') as Problem,
  }
}
