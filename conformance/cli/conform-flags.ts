// The options of `assay conform`.
import { InvalidArgumentError, Option } from 'commander'
import { reporterHelp, severalNames } from '../../reports/reporters/asked.ts'
import { gateOptions, type GateFlags } from './gate-options.ts'
import { targetOptions, type TargetFlags } from './find-target.ts'
import { fewestRequests } from '../run/fewest-requests.ts'
import { duration, percentage, wholeNumber } from './option-values.ts'
import { shardName, type ShardName } from '../run/shard.ts'

export type Flags = TargetFlags &
  GateFlags & {
    reportDir: string
    reporter: string[]
    seed?: number
    shuffle?: boolean
    rerun: boolean
    budget?: number
    shard?: ShardName
    only: string[]
    lastFailed?: boolean
    area: string[]
    list?: boolean
    timeout: number
    maxMinutes: number
    /** In seconds. */
    patient: number
    require: number
  }

const requests = (text: string): number => {
  const number = wholeNumber(text)
  if (number < fewestRequests)
    throw new InvalidArgumentError(`it must be ${fewestRequests} or more: the preflight alone takes some.`)
  return number
}

export const conformOptions: readonly Option[] = [
  ...targetOptions('judge'),
  new Option('--report-dir <dir>', 'where the reports go').env('ASSAY_REPORT_DIR').default('reports/out'),
  new Option('--reporter <name>', reporterHelp()).env('ASSAY_REPORTER').argParser(severalNames).default([], 'default'),
  new Option('--seed <number>', 'repeats the choices of another run').env('ASSAY_SEED').argParser(wholeNumber),
  new Option('--shuffle', 'run the checks in an order drawn from the seed').env('ASSAY_SHUFFLE'),
  new Option('--budget <requests>', 'approximate request limit; checks that do not fit are not tested')
    .env('ASSAY_BUDGET')
    .argParser(requests),
  new Option('--only <id>', 'run the checks of this id or rule, or of a glob such as amend.*; may be repeated')
    .env('ASSAY_ONLY')
    .argParser(severalNames)
    .default([]),
  new Option(
    '--last-failed',
    'run the checks that found what the last report in --report-dir shows as violated or arguable; all where it shows none',
  )
    .env('ASSAY_LAST_FAILED')
    .conflicts(['only', 'area', 'shard']),
  new Option('--area <name>', 'run the checks of this area; may be repeated; with --only, the checks that are of both')
    .env('ASSAY_AREA')
    .argParser(severalNames)
    .default([]),
  new Option('--shard <i/n>', 'run the i-th of n parts, for `assay merge`; takes its part of the rate and budget')
    .env('ASSAY_SHARD')
    .argParser(shardName),
  new Option('--list', 'list the checks and stop'),
  new Option('--require <percent>', 'exit code 2 when fewer of the rules that apply were judged')
    .env('ASSAY_REQUIRE')
    .argParser(percentage)
    .default(0),
  ...gateOptions,
  new Option('--no-rerun', 'do not shorten and rerun failures').env('ASSAY_NO_RERUN'),
  new Option('--timeout <seconds>', 'how long an answer may take')
    .env('ASSAY_TIMEOUT')
    .argParser(wholeNumber)
    .default(20),
  new Option('--max-minutes <number>', 'end the run without a verdict after this time')
    .env('ASSAY_MAX_MINUTES')
    .argParser(wholeNumber)
    .default(90),
  new Option(
    '--patient <time>',
    'wait up to this time, such as 10m, for what only time shows; the run names it beforehand',
  )
    .env('ASSAY_PATIENT')
    .argParser(duration)
    .default(0, 'not at all'),
  new Option('--allow-orders', 'place orders in production too, which are billed').env('ASSAY_ALLOW_ORDERS'),
]
