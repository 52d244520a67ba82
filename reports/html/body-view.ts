// A recorded body as static markup: JSON in lines, the place of a finding marked, a long one cut down to what is around it.
import { asPart } from '../differences.ts'
import { parsedJson } from '../parsed-json.ts'
import { bounds } from '../../fixtures/bounds.ts'
import type { RecordedBody } from '../run-record.ts'
import { lazy } from './lazy.ts'
import { html, type Html, type Piece } from './markup.ts'
import { cut, number } from './words.ts'

const mostLines = 32
const mostUnmarked = 16
const around = 7

/** `pointer` of the value that begins on the line; null on a line that only ends one. */
type Line = { text: string; pointer: string | null; mark?: 'wrong' | 'absent' }

export const jsonLines = (value: unknown, pointer = '', indent = '', name = '', end = ''): Line[] => {
  if (indent.length > 2 * bounds.shown.body.levels) return [{ text: `${indent}…`, pointer }]
  const start = name === '' ? indent : `${indent}${JSON.stringify(name)}: `
  if (typeof value !== 'object' || value === null) return [{ text: `${start}${JSON.stringify(value)}${end}`, pointer }]
  const entries = Array.isArray(value)
    ? value.map((entry, index): [string, string, unknown] => ['', String(index), entry])
    : Object.entries(value).map(([key, entry]): [string, string, unknown] => [key, key, entry])
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (entries.length === 0) return [{ text: `${start}${open}${close}${end}`, pointer }]
  const inner = entries.flatMap(([shown, key, entry], index) =>
    jsonLines(entry, `${pointer}/${asPart(key)}`, `${indent}  `, shown, index < entries.length - 1 ? ',' : ''),
  )
  return [{ text: `${start}${open}`, pointer }, ...inner, { text: `${indent}${close}${end}`, pointer: null }]
}

/** Where the value is not there, a line of its own says so, inside what should hold it. */
export const markedLines = (lines: readonly Line[], pointer: string | null): Line[] => {
  if (pointer === null || !pointer.startsWith('/')) return [...lines]
  if (lines.some((line) => line.pointer === pointer))
    return lines.map((line) => (line.pointer === pointer ? { ...line, mark: 'wrong' } : line))
  const parts = pointer.split('/')
  const holder = lines.findIndex((line) => line.pointer === parts.slice(0, -1).join('/'))
  if (holder === -1) return [...lines]
  const indent = /^ */.exec(lines[holder]!.text)![0]
  const name = parts.at(-1)!.replaceAll('~1', '/').replaceAll('~0', '~')
  const missing: Line = { text: `${indent}  ${JSON.stringify(name)}  ← missing`, pointer, mark: 'absent' }
  return [...lines.slice(0, holder + 1), missing, ...lines.slice(holder + 1)]
}

const isAround = (lines: readonly Line[], at: number, index: number): boolean => {
  if (Math.abs(index - at) <= around) return true
  const { pointer } = lines[index]!
  return index < at && pointer !== null && `${lines[at]!.pointer ?? ''}/`.startsWith(`${pointer}/`)
}

/** What is around the mark with all that contains it; the first lines where nothing is marked. */
export const excerpt = (lines: readonly Line[]): (Line | number)[] => {
  const at = lines.findIndex(({ mark }) => mark !== undefined)
  if (lines.length <= (at === -1 ? mostUnmarked : mostLines)) return [...lines]
  const kept = lines.map((_line, index) => (at === -1 ? index < mostUnmarked - 4 : isAround(lines, at, index)))
  const parts: (Line | number)[] = []
  for (const [index, line] of lines.entries()) {
    const last = parts.at(-1)
    if (kept[index]) parts.push(line)
    else if (typeof last === 'number') parts[parts.length - 1] = last + 1
    else parts.push(1)
  }
  return parts
}

const lineView = (line: Line | number): Piece => {
  if (typeof line === 'number')
    return [html`<span class="gap">… ${line} more ${line === 1 ? 'line' : 'lines'}</span>`, '\n']
  if (line.mark === undefined) return `${line.text}\n`
  return [html`<mark class="${line.mark === 'wrong' ? 'got' : 'absent'}">${line.text}</mark>`, '\n']
}

const block = (lines: readonly Piece[]): Html => html`<pre tabindex="0" aria-label="Body">${lines}</pre>`

export const bodyView = (body: RecordedBody, pointer: string | null): Html => {
  if (!body || body.bytes === 0) return html`<p class="soft">No body.</p>`
  const note = body.cut && html`<p class="soft">Cut: the whole body has ${number(body.bytes)} bytes.</p>`
  if (body.text === undefined) return html`<p class="soft">${number(body.bytes)} bytes that are not text.</p>`
  const value = body.cut ? undefined : parsedJson(body.text)
  if (value === undefined) return html`${block([cut(body.text, bounds.shown.body.text)])}${note}`
  const lines = markedLines(jsonLines(value), pointer)
  const part = excerpt(lines)
  const whole =
    part.length < lines.length &&
    body.text.length <= bounds.shown.body.whole &&
    html`<details>
      <summary>All ${lines.length} lines</summary>
      ${lazy(block(lines.map(lineView)))}
    </details>`
  return html`${block(part.map(lineView))}${whole}${note}`
}
