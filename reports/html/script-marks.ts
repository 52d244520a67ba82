// The part of the page's script that writes a JSON body with the places of findings marked, as `body-view.ts` does in the page itself.

export const marksScript = String.raw`
const asPart = (name) => name.replaceAll('~', '~0').replaceAll('/', '~1')

// Lines of text, each with the pointer of the value that begins on it.
const linesOf = (value, pointer, indent, name, end, into) => {
  const start = indent + (name === null ? '' : JSON.stringify(name) + ': ')
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return void into.push([start + JSON.stringify(value) + end, pointer])
  const isList = Array.isArray(value)
  into.push([start + (isList ? '[' : '{'), pointer])
  const entries = Object.entries(value)
  for (const [index, [key, entry]] of entries.entries())
    linesOf(entry, pointer + '/' + asPart(key), indent + '  ', isList ? null : key, index < entries.length - 1 ? ',' : '', into)
  into.push([indent + (isList ? ']' : '}') + end, null])
}

const addMissing = (lines, pointer) => {
  const parts = pointer.split('/')
  const holder = lines.findIndex(([, at]) => at === parts.slice(0, -1).join('/'))
  if (holder === -1) return
  const name = JSON.stringify(parts.at(-1).replaceAll('~1', '/').replaceAll('~0', '~'))
  lines.splice(holder + 1, 0, [/^ */.exec(lines[holder][0])[0] + '  ' + name + '  ← missing', pointer, 'absent'])
}

// Null where nothing is to be marked, or the body is no JSON that can be walked.
const marked = (text, marks) => {
  const pointers = marks.filter((mark) => mark.startsWith('/'))
  if (pointers.length === 0) return null
  try {
    const lines = []
    linesOf(JSON.parse(text), '', '', null, '', lines)
    for (const pointer of pointers) {
      const line = lines.find(([, at]) => at === pointer)
      if (line) line[2] = 'got'
      else addMissing(lines, pointer)
    }
    return lines.flatMap(([line, , kind]) => [kind ? make('mark', { class: kind }, line) : line, '\n'])
  } catch {
    return null
  }
}
`
