// The first file of a multipart body: its name and its type, found letter by letter, as a body may be long and made to be slow.
import type { Call } from './call.ts'

type FilePart = { name: string; type: string }

const nameMark = 'filename="'
const typeMark = 'content-type:'

export const filePartOf = ({ exchange }: Call): FilePart | null => {
  const text = Buffer.from(exchange.request.body ?? []).toString('latin1')
  const marks = text.toLowerCase()
  const start = marks.indexOf(nameMark)
  const end = start === -1 ? -1 : text.indexOf('"', start + nameMark.length)
  if (end === -1) return null
  const name = text.slice(start + nameMark.length, end)
  const at = marks.indexOf(typeMark, end)
  const [type = ''] = at === -1 ? [] : text.slice(at + typeMark.length, at + typeMark.length + 200).split(/[\r\n;]/)
  return { name, type: type.trim() }
}
