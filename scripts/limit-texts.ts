// Where the number of a limit stands in words or figures: lines that may speak of it, for whoever changes it to look at.
import { spawnSync } from 'node:child_process'
import { root } from '../tests/places.ts'

/** `value` is null, and `edge` the freedom that decides it, where the contract does not show the number. */
export type Limit = { value: number | null; unit: string; edge?: string }

type Known = Limit & { value: number }

const words = 'zero one two three four five six seven eight nine ten'.split(' ')

const spans = { second: 1, minute: 60, hour: 3_600, day: 86_400 }

/** Of seconds, too, what they are in minutes, hours and days. */
const counts = ({ value, unit }: Known): [number, string][] =>
  unit === 'seconds'
    ? Object.entries(spans).flatMap(([name, length]) => (value % length === 0 ? [[value / length, name]] : []))
    : [[value, unit === 'megabytes' ? '(mb|megabyte)' : unit.replace(/s$/, '')]]

/** `five minutes`, `5 minutes` and `five-minute`, in an extended regular expression. */
const saying = (limit: Known): string =>
  counts(limit)
    .map(([count, name]) => `\\b(${[count, ...words.slice(count, count + 1)].join('|')})[ -]${name}s?\\b`)
    .join('|')

const grep = (pattern: string, ...paths: string[]): string[] =>
  spawnSync('git', ['grep', '-niIE', '--untracked', pattern, '--', ...paths], { cwd: root, encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line !== '')

const code = ['conformance/*.ts', 'reports/*.ts', 'simulator/*.ts', 'tests/*.ts', ':!*.d.ts']
// What was once decided keeps its words.
const texts = [
  '*.ts',
  '*.yaml',
  '*.md',
  ':!*.d.ts',
  ':!CHANGELOG.md',
  ':!fixtures/adequacy',
  ':!fixtures/objections.yaml',
]

/** As code writes it: 86400 and 86_400. */
const figure = (value: number): string => `\\b(${value}|${value.toLocaleString('en').replaceAll(',', '_')})\\b`

/** Comparisons in code with the bare figure: a reader that does not follow the data. */
const compared = ({ value }: Known): string[] =>
  grep(
    `([<>]=?|===|!==|(equal|atMost|repeat)\\(([^()]|\\([^()]*\\))*,?) *${figure(value)}|${figure(value)} *([<>]=?|===|!==)`,
    ...code,
  )

/** The same number in another sense: the limits of the codes of HTTP, and the patience of the test runner. */
const isOther = (line: string): boolean => /status\b\W{0,3}[<>]=?|Silent for up to/.test(line)

/** What a limit is of, by its name: `download`, `link` and `lifetime` of `download_link_lifetime_seconds`. */
const subjectsOf = (name: string, { unit }: Limit): string[] => {
  const words = name.split('_').filter((word) => !['per', 'min', 'max', 'default'].includes(word))
  return words.some((word) => word !== unit) ? words.filter((word) => word !== unit) : words
}

/** Lines that name what a limit is of, in their text or their path, and the others. */
export const bySubject = (
  name: string,
  limit: Limit,
  lines: readonly string[],
): [named: string[], others: string[]] => {
  const subjects = subjectsOf(name, limit)
  const isNamed = (line: string) => subjects.some((word) => line.toLowerCase().includes(word.replace(/s$/, '')))
  return [lines.filter(isNamed), lines.filter((line) => !isNamed(line))]
}

/** Where a test has a figure for the limit by its name, in whatever form: `5 * 60`. */
export const figuresIn = (name: string): string[] => grep(`\\b${name}: `, 'tests/*.ts')

const unlikeOthers = (lines: readonly string[]): string[] => [...new Set(lines)].filter((line) => !isOther(line))

/** `path:line:text`: comparisons with the bare figure first, and the number with its unit in all texts. */
export const linesThatSay = (limit: Known): string[] =>
  unlikeOthers([...compared(limit), ...grep(saying(limit), ...texts)])

/** The bare figure in data, pages and, from ten on, code; without the lines that are said already. */
export const bareFigures = (limit: Known, said: readonly string[]): string[] =>
  unlikeOthers([
    ...grep(
      figure(limit.value),
      'fixtures/*.yaml',
      ':!fixtures/adequacy',
      ':!fixtures/objections.yaml',
      'docs/*.md',
      'README.md',
    ),
    ...(limit.value < 10 ? [] : grep(figure(limit.value), ...code)),
  ]).filter((line) => !said.includes(line))

/** `path: 12, 30` for the lines of each file. */
export const byFile = (lines: readonly string[]): string[] => {
  const numbers = new Map<string, string[]>()
  for (const line of lines) {
    const [path = '', number = ''] = line.split(':')
    numbers.set(path, [...(numbers.get(path) ?? []), number])
  }
  return [...numbers].map(([path, own]) => `${path}: ${own.join(', ')}`)
}
