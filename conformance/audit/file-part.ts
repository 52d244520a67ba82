// The parts of a multipart body, found letter by letter, as a body may be long and made to be slow.
import { headerOf } from '../evidence/exchange.ts'
import type { Call } from './call.ts'

type Part = { name: string | null; text: string; file: { name: string; type: string } | null }

/** What a part may say of itself; files begin behind it. */
const longestHead = 4_000

const boundaryOf = ({ exchange: { request } }: Call, text: string): string => {
  const [, boundary] = /boundary="?([^";]+)/i.exec(headerOf(request.headers, 'content-type') ?? '') ?? []
  return `--${boundary ?? text.slice(2, 200).split(/[\r\n]/)[0]}`
}

/** A parameter of a header, with or without quotes. */
const valueOf = (head: string, name: string): string | null => {
  const marks = head.toLowerCase()
  const mark = `${name}=`
  let at = marks.indexOf(mark)
  while (at > 0 && !/[;\s]/.test(marks[at - 1]!)) at = marks.indexOf(mark, at + 1)
  if (at <= 0) return null
  const text = head.slice(at + mark.length)
  return (text.startsWith('"') ? text.slice(1).split('"')[0] : text.split(/[;\s]/)[0])!
}

const partOf = (text: string): Part => {
  const ends = ['\r\n\r\n', '\n\n'].map((mark) => ({ at: text.indexOf(mark), length: mark.length }))
  const [end] = ends.filter(({ at }) => at !== -1).toSorted((one, other) => one.at - other.at)
  const head = text.slice(0, Math.min(end?.at ?? text.length, longestHead))
  const fileName = valueOf(head, 'filename')
  const [, type = ''] = /^content-type:([^;\r\n]*)/im.exec(head) ?? []
  return {
    name: valueOf(head, 'name'),
    text: end === undefined ? '' : text.slice(end.at + end.length).replace(/\r?\n$/, ''),
    file: fileName === null ? null : { name: fileName, type: type.trim() },
  }
}

/** Those that begin in what is here of the body; the last may be cut off. */
export const partsOf = (call: Call): Part[] => {
  const text = Buffer.from(call.exchange.request.body ?? []).toString('latin1')
  return text
    .split(boundaryOf(call, text))
    .slice(1)
    .filter((part) => !part.startsWith('--'))
    .map(partOf)
}

export type FilePart = NonNullable<Part['file']> & Pick<Part, 'text'>

/** The parts of an upload that have a name and are no files. */
export const textPartsOf = (call: Call): { name: string; text: string }[] =>
  call.operation === 'uploadDocument'
    ? partsOf(call).flatMap(({ name, text, file }) => (name === null || file !== null ? [] : [{ name, text }]))
    : []

/** The first file of an upload. */
export const filePartOf = (call: Call): FilePart | null => {
  const part = partsOf(call).find(({ file }) => file !== null)
  return part === undefined ? null : { ...part.file!, text: part.text }
}
