// The lists that `assay simulate` prints: defects and readings, all of them in short or those of one word in full.
import { supported, type Freedom } from '../behaviour/readings/choose.ts'

/** A deliberate defect as it is listed. */
export type Listed = {
  id: string
  breaks: string
  bug: string
  operator: string
  deep?: string
  options?: readonly string[]
}

const areaOf = (id: string): string => id.split('.')[0]!

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`

const usage = (message: string): Error => Object.assign(new Error(message), { code: 'nothing_found', exitCode: 3 })

/** Those of an area of that name; else those that have the text in them. */
const chosen = <T>(all: readonly T[], word: string, area: (one: T) => string, text: (one: T) => string): T[] => {
  const own = all.filter((one) => area(one) === word)
  if (own.length > 0) return own
  const found = all.filter((one) => text(one).toLowerCase().includes(word.toLowerCase()))
  if (found.length > 0) return found
  const areas = [...new Set(all.map(area))].toSorted()
  throw usage(`Nothing has "${word}" in it; give another text, or one of the areas ${areas.join(', ')}.`)
}

const textOf = ({ id, breaks, bug, operator, deep = '' }: Listed): string =>
  [id, breaks, bug, operator, deep].join('\n')

const inFull = ({ id, breaks, bug, operator, deep, options = [] }: Listed): string[] => [
  `  ${id}`,
  `    breaks ${breaks}`,
  `    ${bug}`,
  `    operator: ${operator}`,
  ...(deep === undefined ? [] : [`    deep: ${deep}`]),
  ...options.map((option) => `    needs ${option}`),
]

const grouped = <T>(all: readonly T[], area: (one: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(area(one), [...(groups.get(area(one)) ?? []), one])
  return groups
}

/** By the area of the rule that each breaks. `word`: an area, or a text; without one, a line for each. Throws `nothing_found`. */
export const defectLines = (defects: readonly Listed[], word?: string): string[] => {
  const area = ({ breaks }: Listed): string => areaOf(breaks)
  const shown = word === undefined ? defects : chosen(defects, word, area, textOf)
  const lines = [...grouped(shown, area)].flatMap(([name, group]) => {
    const deep = group.filter((defect) => defect.deep !== undefined).length
    const rows =
      word === undefined
        ? group.map(({ id, breaks, operator }) => `  ${id}  breaks ${breaks}  (${operator})`)
        : group.flatMap(inFull)
    return [`${name}: ${count(group.length, 'defect')}, ${deep} of them deep`, ...rows]
  })
  const hint = 'Each in full: `assay simulate --list-defects AREA`, or a text such as `--list-defects hold`.'
  return word === undefined ? [...lines, '', hint] : lines
}

/** The default reading is marked with a star, those the simulator cannot take with a dash. Throws `nothing_found`. */
export const readingLines = (freedoms: readonly Freedom[], word?: string): string[] => {
  const text = ({ id, readings }: Freedom): string => [id, ...Object.entries(readings).flat()].join('\n')
  const shown = word === undefined ? freedoms : chosen(freedoms, word, ({ id }) => areaOf(id), text)
  const lines = shown.flatMap((freedom) => {
    const open = supported(freedom)
    const mark = (name: string): string => (name === freedom.default ? '*' : open.includes(name) ? ' ' : '-')
    const names = Object.keys(freedom.readings)
    if (word === undefined) return [`${freedom.id}: ${names.map((name) => `${mark(name).trim()}${name}`).join(', ')}`]
    return [freedom.id, ...names.map((name) => `  ${mark(name)} ${name}: ${freedom.readings[name]}`)]
  })
  const hint = 'In words: `assay simulate --list-readings AREA`, or a text such as `--list-readings label`.'
  return word === undefined
    ? [...lines, '', '* stands for the default, - for what the simulator cannot take.', hint]
    : lines
}
