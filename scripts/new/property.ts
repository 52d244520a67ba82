// A property of a component of the OpenAPI document, as text, so that the page keeps its form.
import { CodedError } from '../../conformance/contract/coded-error.ts'
import { advice } from './kind.ts'

export const document = 'fixtures/openapi.yaml'

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

const schemasIn = (lines: readonly string[]): string[] =>
  lines.slice(lines.indexOf('  schemas:')).flatMap((line) => /^ {4}([A-Z]\w+):/.exec(line)?.[1] ?? [])

const listed = (lines: readonly string[], name: string): boolean =>
  lines
    .join(' ')
    .split(/[^\w.]+/)
    .includes(name)

/** In the outermost properties of the component itself, where one may have written it before. @throws CodedError */
export const withProperty = (text: string, property: string, schema: string, isOptional: boolean): string => {
  const [component = '', name = ''] = property.split('.')
  const lines = text.split('\n')
  const start = lines.indexOf(`    ${component}:`)
  if (start < 0)
    throw new CodedError(
      'unknown_component',
      `${document} has no schema ${component}; ${advice(component, schemasIn(lines), 'name one of its own.')}`,
    )
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
  const row = `${' '.repeat(indent + 2)}${name}: ${schema}`
  if (!isThere) lines.splice(endOf(lines, at), 0, row)
  if (isOptional) return lines.join('\n')
  const list = inside('required:').find((one) => indentOf(lines[one]!) === indent)
  if (list === undefined) lines.splice(at, 0, `${' '.repeat(indent)}required: [${name}]`)
  else if (!listed(lines.slice(list, endOf(lines, list)), name)) required(lines, list, name)
  return lines.join('\n')
}

/** Into each example of the component itself that lacks the property. */
export const withNullInExamples = (text: string, property: string): string => {
  const [component = '', name = ''] = property.split('.')
  const lines = text.split('\n')
  const start = lines.indexOf(`    ${component}:`)
  const at = lines.findIndex(
    (line, index) => index > start && index < endOf(lines, start) && line === '      examples:',
  )
  if (at < 0) return text
  const end = endOf(lines, at)
  const starts = [...lines.keys()].slice(at + 1, end).filter((index) => lines[index]!.startsWith('        - '))
  const isThere = new RegExp(`^ {8}(- |  )(\\{.*\\b)?${name}:`)
  // From the last to the first, so that the places of the others stay.
  for (const [index, first] of [...starts.entries()].toReversed()) {
    const last = starts[index + 1] ?? end
    const own = lines.slice(first, last)
    if (own.some((line) => isThere.test(line))) continue
    if (own[0]!.startsWith('        - {')) lines[first] = own[0]!.replace(/ \}$/, `, ${name}: null }`)
    else lines.splice(own.at(-1) === '' ? last - 1 : last, 0, `          ${name}: null`)
  }
  return lines.join('\n')
}
