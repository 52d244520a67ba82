// What a finding expects, read back from the text in which a record has it (docs/violations.md, "Expected and received").
import { textOf } from './texts.ts'

type Expected = { form: string; values: string[] }

const types = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'])

const instant = String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$`

const formed = (text: string): Expected | null => {
  if (['present', 'absent', 'rising', 'falling'].includes(text)) return { form: text, values: [] }
  if (text === 'timestamp') return { form: 'matches', values: [String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d`, ''] }
  if (text === 'YYYY-MM-DDThh:mm:ss±hh:mm') return { form: 'matches', values: [instant, ''] }
  if (text === 'YYYY-MM-DD') return { form: 'matches', values: [String.raw`^\d{4}-\d\d-\d\d$`, ''] }
  if (text === 'uri') return { form: 'matches', values: [String.raw`^[A-Za-z][\w+.-]*:\S+$`, ''] }
  const pattern = /^matches \/(.*)\/([a-z]*)$/s.exec(text)
  if (pattern) return { form: 'matches', values: [pattern[1]!, pattern[2]!] }
  const [, within] = /^\S+Z to \S+Z, ± (\d+) s$/.exec(text) ?? []
  if (within !== undefined) return { form: 'near now', values: [within] }
  const [, moment] = /^about (\S+Z)$/.exec(text) ?? []
  if (moment !== undefined) return { form: 'about', values: [moment] }
  if (/^Unix seconds of about \d+$/.test(text)) return { form: 'seconds of now', values: [] }
  const list = /^(one of|not|only) (.+)$/s.exec(text)
  if (list) return { form: list[1]!, values: list[2]!.split(', ') }
  const single = /^(≥|≤|after|before|includes|excludes|starts with|as(?= \/)) (.+)$/s.exec(text)
  if (single) return { form: single[1]!, values: [single[2]!] }
  const named = text.split(', ')[0]!.split(' or ')
  return named.every((one) => types.has(one)) ? { form: 'type', values: named } : null
}

/** A value that is no form is itself wanted. */
export const readExpected = (expected: unknown): Expected =>
  (expected === undefined ? { form: 'absent', values: [] } : null) ??
  (typeof expected === 'string' ? formed(expected) : null) ?? {
    form: 'equal',
    values: [typeof expected === 'string' ? JSON.stringify(expected) : textOf(expected)],
  }
