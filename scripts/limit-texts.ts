// Where the number of a limit stands in words or figures: lines that may speak of it, for whoever changes it to look at.
import { spawnSync } from 'node:child_process'
import { root } from '../tests/places.ts'

export type Limit = { value: number; unit: string }

const words = 'zero one two three four five six seven eight nine ten'.split(' ')

const spans = { second: 1, minute: 60, hour: 3_600, day: 86_400 }

/** Of seconds, too, what they are in minutes, hours and days. */
const counts = ({ value, unit }: Limit): [number, string][] =>
  unit === 'seconds'
    ? Object.entries(spans).flatMap(([name, length]) => (value % length === 0 ? [[value / length, name]] : []))
    : [[value, unit === 'megabytes' ? '(mb|megabyte)' : unit.replace(/s$/, '')]]

/** `five minutes`, `5 minutes` and `five-minute`, in an extended regular expression. */
const saying = (limit: Limit): string =>
  counts(limit)
    .map(([count, name]) => `\\b(${[count, ...words.slice(count, count + 1)].join('|')})[ -]${name}s?\\b`)
    .join('|')

const grep = (pattern: string, ...paths: string[]): string[] =>
  spawnSync('git', ['grep', '-niIE', pattern, '--', ...paths], { cwd: root, encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line !== '')

/** `path:line:text`: words in all texts, and the bare figure in the data of the contract and on the pages. */
export const linesThatSay = (limit: Limit): string[] => [
  ...grep(saying(limit), '*.ts', '*.yaml', '*.md', ':!*.d.ts', ':!CHANGELOG.md'),
  ...grep(`\\b${limit.value}\\b`, 'fixtures/*.yaml', 'fixtures/rules', 'docs', 'README.md'),
]
