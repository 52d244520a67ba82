// docs/audit-thresholds.md: how often the audit blames a client that is right, by threshold, and which thresholds have no such rate.
import { thresholds } from '../../conformance/audit/thresholds.ts'
import { blameIn } from './blame-rates.ts'
import { blamesOf, models, type Model } from './call-blame.ts'
import { createChance, libraries, type Library } from './library-waits.ts'

export type Rates = {
  runs: number
  waits: { library: Library; jitter: number; growth: number }[]
  calls: { model: Model; blames: number }[]
}

/** The same in every run of as many: the chance begins with one seed. */
export const ratesOf = (runs: number): Rates => ({
  runs,
  waits: libraries.map((library) => {
    const each = thresholds.timers.map(({ slack }) => blameIn(library, runs, slack))
    const [jitter, growth] = [each.map((one) => one.jitter), each.map((one) => one.growth)]
    return { library, jitter: Math.max(...jitter), growth: Math.max(...growth) }
  }),
  calls: models.map((model) => ({ model, blames: blamesOf(model, runs, createChance(1)) })),
})

/** In words, what blames a client that is right more often than never. */
export const wrongIn = ({ waits, calls }: Rates): string[] => [
  ...waits
    .filter(({ library, jitter, growth }) => (library.jitters && jitter > 0) || (library.grows && growth > 0))
    .map(({ library }) => library.name),
  ...calls.filter(({ model, blames }) => blames > 0 && !model.isLimit).map(({ model }) => model.name),
]

type Threshold = keyof typeof thresholds

const ofWaits = (
  'fewestGrowing flatRatio flatNoiseMs grownRatio shortestWaitMs fewestJittered scheduleStepMs ' +
  'latestMs jitterRangeMs jitterChance timers'
).split(' ') as Threshold[]

/** Why there is no rate of the others. */
const withoutRate: Partial<Record<Threshold, string>> = {
  mostWaits: 'nothing but the client decides how much longer it waits than it was asked to',
  fewestInstants: 'it blames nobody: a recording of whole seconds leaves the rules about waits open',
  giveUpMs: 'nothing but the client decides how soon it gives up, and when its workers send the same write',
  retryMs: 'nothing says how soon a person, or the next run of a job, sends the same again: a decision',
  personMs: 'how soon a person asks again is a decision',
  renewalMs: 'nothing but the client decides how soon it sends the expired call again',
  decisionMs: 'nothing but the client decides what it does between a refusal and the next write',
  restMs: 'nothing but the client decides when it looks again',
  promptMs: 'nothing but the client decides when it looks after an event',
  patience: 'nothing but the client decides what else it sends',
  learningProcesses: 'processes that share a credential are counted, and no chance takes part',
  fewestBeginnings: 'processes that share a credential are counted, and no chance takes part',
  linkGraceMs: 'a call that the service answers is blamed for nothing: chance does not take part',
  clockSeconds: 'what is this close to the bound is not judged, on either side',
  freshSeconds: 'it blames nobody: it is the age of what is fresh beyond doubt',
  shortestSecret: 'eight letters of a secret stand by chance in one of 10^9 texts of 100,000 letters',
  shortestTail: 'eight letters of an identifier stand by chance in one of 10^9 texts of 100,000 letters',
  partsOfUpload: 'no chance takes part: it is the room for the heads of the parts',
  domesticDigits: 'no chance takes part: it is a count of digits',
}

export const uncovered = (): string[] => {
  const covered = new Set<string>([...ofWaits, ...models.flatMap(({ about }) => about), ...Object.keys(withoutRate)])
  return Object.keys(thresholds).filter((name) => !covered.has(name))
}

const shown = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'number' && one < 0.001 && one > 0 ? String(one) : one))
    .replaceAll('"', '')
    .replaceAll(/([:,])(?=\S)/g, '$1 ')

const row = (...cells: (string | number)[]): string => `| ${cells.join(' | ')} |`

const waitsTable = ({ waits }: Rates): string[] => [
  row('library', 'no jitter', 'no growth', 'formula'),
  row('---', '---:', '---:', '---'),
  ...waits.map(({ library: { name, from, jitters, grows }, jitter, growth }) =>
    row(name, jitters ? jitter : `${jitter}, rightly`, grows ? growth : `${growth}, rightly`, from),
  ),
]

const callsTable = ({ calls }: Rates): string[] => [
  row('client', 'blamed', 'rule', 'thresholds'),
  row('---', '---:', '---', '---'),
  ...calls.map(({ model: { name, rule, about, isLimit }, blames }) =>
    row(name, isLimit ? `${blames}, a limit` : blames, `\`${rule}\``, about.map((one) => `\`${one}\``).join(', ')),
  ),
]

export const thresholdPage = (rates: Rates): string =>
  `${[
    '# How often the audit blames a client that is right',
    '',
    'The audit decides by some numbers that the contract does not name. They stand with their reasons in `conformance/audit/thresholds.ts`.',
    `\`npm run audit-thresholds\` draws ${rates.runs.toLocaleString('en')} runs of each client below, judges each, and writes this page. The nightly job`,
    'compares the page with what it draws.',
    '',
    '## Waits, by the formulas of libraries',
    '',
    'A run has one to three failed calls. The table shows in how many runs the client was blamed for waits without jitter, and',
    'for waits that do not grow. Timers are late by up to 3 ms, and by nothing, a thousandth or five thousandths of the wait; the worst of the',
    'three is shown. _Rightly_: the library has no jitter by default, or its waits do not grow.',
    '',
    `These thresholds are about it: ${ofWaits.map((name) => `\`${name}\` ${shown(thresholds[name])}`).join('; ')}.`,
    '',
    ...waitsTable(rates),
    '',
    '## Retry-After and tokens',
    '',
    `These thresholds are about it: ${[...new Set(models.flatMap(({ about }) => about))].map((name) => `\`${name}\` ${shown(thresholds[name as Threshold])}`).join('; ')}.`,
    'Clocks are off by up to 500 millionths. Calls come by chance; the table has their mean.',
    '',
    ...callsTable(rates),
    '',
    '_A limit_: many processes that are recorded for two calls each look like a client that takes a token for each call. Record until each',
    'process has made several calls, or give each a credential of its own.',
    '',
    '## Without a rate',
    '',
    ...Object.entries(withoutRate).map(
      ([name, why]) => `- \`${name}\` (${shown(thresholds[name as Threshold])}): ${why}.`,
    ),
  ].join('\n')}\n`
