// Names the file and the line of the source where a text names those of compiled code. Node does the same for a process that reads a
// source map with each file that it loads, but then every test pays for what only a failure needs.
import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { join } from 'node:path'

type Origin = { line: number; column: number }

const originIn = (map: SourceMap, { line, column }: Origin): Origin | undefined => {
  const entry = map.findEntry(line - 1, column - 1)
  return 'originalLine' in entry ? { line: entry.originalLine + 1, column: entry.originalColumn + 1 } : undefined
}

/** A frame of a stack, and the place of a test as tap prints it: one field a line. */
const places = [
  /(?<before>)\bdist\/(?<file>[\w./-]+)\.js(?<toLine>:)(?<line>\d+)(?<toColumn>:)(?<column>\d+)/g,
  /(?<before>\bfileName: )dist\/(?<file>[\w./-]+)\.js(?<toLine>\n\s+lineNumber: )(?<line>\d+)(?<toColumn>\n\s+columnNumber: )(?<column>\d+)/g,
]

/** @param root of the checkout */
export const inSources = (text: string, root: string): string => {
  const maps = new Map<string, SourceMap | null>()
  const mapOf = (file: string): SourceMap | null => {
    const path = join(root, 'dist', `${file}.js.map`)
    if (!maps.has(file))
      maps.set(
        file,
        existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as SourceMapPayload) : null,
      )
    return maps.get(file)!
  }
  return places.reduce(
    (said, place) =>
      said.replaceAll(place, (found: string, ...more: unknown[]) => {
        const { before, file, toLine, toColumn, line, column } = more.at(-1) as Record<string, string>
        const map = mapOf(file!)
        const origin = map && originIn(map, { line: Number(line), column: Number(column) })
        return origin ? `${before}${file}.ts${toLine}${origin.line}${toColumn}${origin.column}` : found
      }),
    text,
  )
}
