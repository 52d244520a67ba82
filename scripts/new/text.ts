// Puts rows into texts of data and code where rows of their kind stand, so that comments and layout stay.

/** Behind the last row of the block of a top-level key. */
export const appendTo = (text: string, key: string, row: string): string => {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`${key}:`))
  if (start < 0) throw new Error(`no key ${key}`)
  const next = lines.findIndex((line, index) => index > start && /^[^\s#]/.test(line))
  let end = next < 0 ? lines.length : next
  // Comments and empty lines before the next key belong to it.
  while (lines[end - 1] === '' || lines[end - 1]!.startsWith('#')) end -= 1
  return [...lines.slice(0, end), ...row.trimEnd().split('\n'), ...lines.slice(end)].join('\n')
}

/** Into every list of one entry a line, in YAML or JSON, that has all of the members. */
export const addToLists = (text: string, members: readonly string[], added: string): string => {
  const lines = text.split('\n')
  const entry = /^(\s*(?:- )?)("?)([a-z_.]+)\2(,?)$/
  const result: string[] = []
  let run: string[] = []
  const close = (): void => {
    const names = run.map((line) => entry.exec(line)![3]!)
    result.push(...run)
    if (run.length > 0 && members.every((member) => names.includes(member))) {
      const [, indent, quote, , comma] = entry.exec(run.at(-1)!)!
      result[result.length - 1] = `${indent}${quote}${names.at(-1)}${quote}${quote === '' ? comma : ','}`
      result.push(`${indent}${quote}${added}${quote}${comma}`)
    }
    run = []
  }
  for (const line of lines) {
    if (entry.test(line) && (run.length === 0 || entry.exec(line)![1] === entry.exec(run[0]!)![1])) run.push(line)
    else {
      close()
      if (entry.test(line)) run.push(line)
      else result.push(line)
    }
  }
  close()
  return result.join('\n')
}

/** Into the array that ends a file of code. */
export const appendToLastArray = (text: string, entry: string): string => {
  const end = text.lastIndexOf(']')
  const before = text.slice(0, end).trimEnd()
  return `${before}${/[[,]$/.test(before) ? '' : ','}\n${entry}\n${text.slice(end)}`
}

/** Behind the last row of the last table that `rows` makes, under the indent of that table. */
export const appendToLastTable = (text: string, row: (indent: string) => string): string => {
  const lines = text.split('\n')
  const end = lines.findLastIndex((line, index) => {
    const indent = /^( *)\}\),?$/.exec(line)?.[1]
    return indent !== undefined && indent.length <= 2 && lines[index - 1] === `${indent}  },`
  })
  if (end < 0) throw new Error('no table of rows')
  return [...lines.slice(0, end), row(`${/^ */.exec(lines[end]!)![0]}  `), ...lines.slice(end)].join('\n')
}

/** Behind the last line that fits. */
export const afterLast = (text: string, fits: RegExp, added: string): string => {
  const lines = text.split('\n')
  const last = lines.findLastIndex((line) => fits.test(line))
  if (last < 0) throw new Error(`no line fits ${String(fits)}`)
  return [...lines.slice(0, last + 1), ...added.trimEnd().split('\n'), ...lines.slice(last + 1)].join('\n')
}
