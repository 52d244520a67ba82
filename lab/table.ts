// Tables of the pages that are made of what the lab saw.
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string[] => {
  const all = [heads, ...rows]
  const widths = heads.map((_, at) => Math.max(...all.map((row) => row[at]!.length)))
  const line = (row: readonly string[]): string => `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`
  return [line(heads), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)]
}

export const versionsText = (versions: Record<string, string>): string =>
  Object.entries(versions)
    .map(([name, version]) => `${name.replace(/\[.*|.*:/, '')} ${version}`)
    .join(', ')
