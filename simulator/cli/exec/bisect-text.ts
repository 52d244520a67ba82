// What a bisection prints: a line for each run, and at the end which reading the client cannot stand.
import { freedoms, type Choice } from '../../behaviour/readings/choose.ts'
import type { Tried } from './try-readings.ts'

export type Pair = readonly [freedom: string, reading: string]

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const outcomeOf = ({ ended, violated }: Tried): string => {
  const end = ended.signal === null ? `exit code ${ended.code}` : `ended by ${ended.signal}`
  return violated.length === 0 ? end : `${end}, ${counted(violated.length, 'rule')} of the client violated`
}

export const stepLine = (number: number, what: string, tried: Tried): string =>
  `${String(number).padStart(3)}  ${what.padEnd(28)}  ${outcomeOf(tried)}\n`

const plain = (text: string): string => text.replaceAll('`', '')

const pairLines = ([id, reading]: Pair): string[] => {
  const { question, readings, default: usual } = freedoms().find((freedom) => freedom.id === id)!
  return [
    '',
    `  ${id}=${reading}`,
    `    question  ${plain(question)}`,
    `    here      ${plain(readings[reading]!)}`,
    `    default   ${plain(readings[usual]!)}`,
  ]
}

export const resultText = (
  pairs: readonly Pair[],
  isSmallest: boolean,
  { tried, before, seed }: { tried: Tried; before: Tried; seed: number },
): string => {
  const fresh = tried.violated.filter((rule) => !before.violated.includes(rule))
  const several = pairs.length === 1 ? 'does this' : 'does these together'
  const lines = tried.output.trimEnd().split('\n').slice(-20)
  return [
    '',
    `Your client fails when the service ${several}, which the contract permits:`,
    ...pairs.flatMap(pairLines),
    ...(isSmallest ? [] : ['', 'A smaller set may do; --most-runs gives it more runs.']),
    ...(fresh.length === 0 ? [] : ['', 'Then it violates:', ...fresh.map((rule) => `  ${rule}`)]),
    ...(tried.output.trim() === '' ? [] : ['', 'The end of what it prints then:', ...lines.map((line) => `  ${line}`)]),
    '',
    `Run it again with ${pairs.map((pair) => `--reading ${pair.join('=')}`).join(' ')} in place of --vary ${seed} --bisect.`,
    'When it passes, bisect once more: the client may fail for other readings, too.',
    '',
  ].join('\n')
}

export const toleratedText = (count: number, seed: number): string =>
  `\nYour client does the same with ${counted(count, 'other reading')} that the contract permits (seed ${seed}).\n`

export const choiceOf = (pairs: readonly Pair[]): Choice => Object.fromEntries(pairs)
