// `assay explain`: one rule, with its checks, the defects that break it, its files, and how a recorded run shows it.
import { Command, Option } from 'commander'
import { outputOf } from '../../reports/output-of.ts'
import { readRecord } from '../../reports/read-record.ts'
import { passageText } from '../../reports/rule-basis.ts'
import { CodedError } from '../contract/coded-error.ts'
import { passages, rules, type Rule } from '../contract/contract.ts'
import { contractWords, type ContractWords } from '../contract/contract-words.ts'
import { loadChecks } from '../checks/load-checks.ts'
import { exemplarLines, newestRecord } from '../explain/exemplar.ts'
import { explain, type Explained, type KnownDefect } from '../explain/explain.ts'
import { sourceFiles } from '../explain/source-files.ts'
import { nearMatches } from '../../reports/near-matches.ts'
import { unverifiedReason } from '../explain/unverified-reason.ts'

/** What the program that knows both readers gives. */
export type ExplainOptions = { defects: () => Promise<readonly KnownDefect[]> }

const ruleOf = (id: string): Rule => {
  const found = rules().get(id)
  if (found) return found
  const near = nearMatches(id, rules().keys())
  const hint = near.length > 0 ? `did you mean ${near.join(', ')}?` : '`assay rules` lists them.'
  throw new CodedError('unknown_rule', `The contract has no rule ${id}; ${hint}`)
}

const objection = 'Not what the contract says? docs/violations.md, “Object”, says how to object.'

const listed = (title: string, lines: readonly string[], none: string): string[] => [
  '',
  title,
  ...(lines.length > 0 ? lines : [`  ${none}`]),
]

const checkLines = ({ checks, invariants }: Explained): string[] => [
  ...checks.map(({ id, needs }) => `  ${id}${needs.length > 0 ? `  needs ${needs.join(', ')}` : ''}`),
  ...invariants.map((id) => `  ${id}  on every exchange or delivery that shows it`),
]

/** How far the contract says it, by which passages, and what may be said against it. */
const basisLines = ({ basis, rests_on: ids = [], counter }: Rule, words: ContractWords | null): string[] => [
  ...(basis === undefined ? [] : [`  basis       ${basis}`]),
  ...ids.map((id, index) => {
    const { at } = passages().get(id)!
    const own = words?.get(at)
    return `  ${index === 0 ? 'rests on' : '        '}    ${passageText({ at, ...(own !== undefined && { words: own }) })}`
  }),
  ...(counter === undefined ? [] : [`  counter     ${counter}`]),
]

const text = (explained: Explained, words: ContractWords | null): string[] => {
  const { rule, defects, freedoms } = explained
  const { id, source, party, level, operations } = rule
  return [
    id,
    `  ${rule.text}`,
    `  section     ${source}`,
    ...basisLines(rule, words),
    `  party       ${party}, ${level}`,
    `  operations  ${typeof operations === 'string' ? operations : operations.join(', ')}`,
    ...listed('Verified by', checkLines(explained), unverifiedReason(rule)),
    ...listed(
      'Broken by',
      defects.map((one) => `  ${one.id}${one.also ? ' (also)' : ''}: ${one.bug}`),
      'no deliberate defect',
    ),
    ...listed(
      'Left open beside it',
      freedoms.flatMap((one) => [`  ${one.id}: ${one.question}`, `    ${Object.keys(one.readings).join(', ')}`]),
      'nothing that is listed',
    ),
  ]
}

const fileLines = (explained: Explained): string[] => {
  const files = sourceFiles()?.(explained) ?? null
  if (files === null) return []
  return listed(
    'Files',
    files.map(({ what, path }) => `  ${what.padEnd(10)}  ${path}`),
    '',
  )
}

const seenIn = (from: string, id: string): string[] => {
  const file = newestRecord(from)
  if (file === null) return [`  no record of a run in ${from}; \`assay conform\` writes one, --from names another.`]
  return exemplarLines(readRecord(file).events, file, id)
}

export const explainCommand = ({ defects }: ExplainOptions): Command =>
  new Command('assay explain')
    .description('Shows everything known about a rule: text, section, checks, defects, files, and a recorded trace.')
    .argument('<rule>', 'the id of a rule')
    .addOption(
      new Option('--from <record>', 'a run.ndjson, or a directory: the newest record in it')
        .env('ASSAY_REPORT_DIR')
        .default('reports/out'),
    )
    .addOption(
      new Option('--contract <file>', 'your copy of the contract: what the rule rests on is shown word for word').env(
        'ASSAY_CONTRACT',
      ),
    )
    .allowExcessArguments(false)
    .action(async (given: string, { from, contract }: { from: string; contract?: string }, self: Command) => {
      const rule = ruleOf(given)
      const explained = explain(rule, await loadChecks(), await defects())
      const words = contract === undefined ? null : contractWords(contract)
      const lines = [
        ...text(explained, words),
        ...fileLines(explained),
        ...listed('Seen', seenIn(from, rule.id), ''),
        '',
        objection,
      ]
      outputOf(self).out(`${lines.join('\n')}\n`)
    })
