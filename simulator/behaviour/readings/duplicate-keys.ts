// Reads JSON whose objects may have a key twice, which JSON.parse takes no notice of.

export type OnDuplicate = (key: string) => void

/** The text must be JSON. The first value of a key counts; `onDuplicate` is shown of every later one. */
export const parseFirst = (text: string, onDuplicate: OnDuplicate): unknown => {
  const token = /\s*(?:([{}[\],:])|("[^"\\]*(?:\\.[^"\\]*)*")|([^\s{}[\],:"]+))/gsy
  const next = (): RegExpExecArray => token.exec(text)!
  const valueOf = ([, mark, string, other]: RegExpExecArray): unknown => {
    if (mark === '{') return readObject()
    if (mark === '[') return readArray()
    return JSON.parse(string ?? other!)
  }
  const readArray = (): unknown[] => {
    const values: unknown[] = []
    for (let found = next(); found[1] !== ']'; found = next()) if (found[1] !== ',') values.push(valueOf(found))
    return values
  }
  const readObject = (): Record<string, unknown> => {
    const entries = new Map<string, unknown>()
    for (let found = next(); found[1] !== '}'; found = next()) {
      if (found[1] === ',') continue
      const key = JSON.parse(found[2]!) as string
      next()
      const value = valueOf(next())
      if (entries.has(key)) onDuplicate(key)
      else entries.set(key, value)
    }
    return Object.fromEntries(entries)
  }
  return valueOf(next())
}
