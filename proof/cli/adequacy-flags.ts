// The options of `assay adequacy`.
import { availableParallelism } from 'node:os'
import { Option } from 'commander'
import { wholeNumber } from '../../conformance/cli/option-values.ts'
import { shardName, type ShardName } from '../../conformance/run/shard.ts'
import type { DefectFlags } from '../matrix/select-defects.ts'

export type Flags = DefectFlags & {
  generated?: boolean
  mutant: string[]
  classified?: boolean
  resume?: boolean
  workers: number
  full?: boolean
  whole: number
  random: number
  shorten: number
  reference: boolean
  shard?: ShardName
  merge?: string
  reportDir: string
  listGaps?: boolean
  updateBaseline?: boolean
  verbose?: boolean
  worker?: boolean
}

const several = (value: string, before: string[]): string[] => [...before, ...value.split(',').map((id) => id.trim())]

/** What the parts were given is what they are merged by. */
const ofTheParts = ['shard', 'defect', 'area', 'sample', 'seed', 'whole', 'random', 'shorten', 'full', 'reference']

/** What is measured of defects alone. */
const ofDefects = ['defect', 'whole', 'random', 'shorten', 'full', 'reference', 'listGaps', 'updateBaseline']

export const adequacyOptions = (): Option[] => [
  new Option('--defect <id>', 'examine this defect; may be repeated').argParser(several).default([]),
  new Option(
    '--generated',
    'try mutants that an engine makes of the simulator, not the catalogue of defects',
  ).conflicts([...ofDefects]),
  new Option('--mutant <id>', 'with --generated: try this mutant; may be repeated').argParser(several).default([]),
  new Option('--classified', 'with --generated: try the survivors too that classified-mutants.yaml gives a reason for'),
  new Option('--resume', 'with --generated: take the answers of earlier runs of the very same code'),
  new Option('--area <name>', 'examine the defects of this area; may be repeated').argParser(several).default([]),
  new Option('--sample <number>', 'examine this number of defects, chosen by the seed').argParser(wholeNumber),
  new Option('--seed <number>', 'repeats the choices of another run').argParser(wholeNumber).default(1),
  new Option('--workers <number>', 'worker processes; they wait a lot, so that eight times the cores is about right')
    .argParser(wholeNumber)
    .default(8 * availableParallelism()),
  new Option(
    '--whole <number>',
    'for this number of defects, chosen by the seed, run the whole suite too, and at each budget',
  )
    .argParser(wholeNumber)
    .default(1),
  new Option('--random <number>', 'for this number of defects, chosen by the seed, run random plans alone too')
    .argParser(wholeNumber)
    .default(2),
  new Option(
    '--shorten <number>',
    'for this number of defects, chosen by the seed, shorten the plan that shows them too',
  )
    .argParser(wholeNumber)
    .default(6),
  new Option('--full', 'run the whole suite to its end too for every defect, which takes hours'),
  new Option('--no-reference', 'leave out the run without a defect, and the figures that need it'),
  new Option('--shard <part>', 'run one part of all of it on this machine, such as 2/4; --merge joins the parts')
    .env('ASSAY_SHARD')
    .argParser(shardName)
    .conflicts(['updateBaseline', 'listGaps']),
  new Option('--merge <dir>', 'join the parts below this directory into the matrix of one run, and judge it').conflicts(
    [...ofTheParts, 'listGaps'],
  ),
  new Option('--report-dir <dir>', 'where matrix.json and matrix.html go')
    .env('ASSAY_REPORT_DIR')
    .default('reports/out'),
  new Option('--verbose', 'print every defect, killed or not'),
  new Option('--list-gaps', 'list the testable rules without a defect, and stop'),
  new Option('--update-baseline', 'save the results of the chosen defects as the baseline of later runs'),
  new Option('--worker').hideHelp(),
]
