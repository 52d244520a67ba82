// `assay rules`: the rules of the contract, by area, as text or as pages; and the sets of them that gate.
import { Command, Option } from 'commander'
import { outputOf } from '../../reports/output-of.ts'
import { CodedError } from '../contract/coded-error.ts'
import { rules } from '../contract/contract.ts'
import type { Rule } from '../contract/contract.ts'
import type { ExplainOptions } from './explain.ts'
import { writeRulePages } from '../explain/write-rule-pages.ts'
import { bases } from '../../reports/run-record.ts'
import { checkedContract } from './check-contract.ts'
import { frozenText, presentNow, setLines } from './rule-set-lines.ts'
import { loadChecks } from '../checks/load-checks.ts'

type Flags = {
  area?: string
  party?: 'service' | 'client'
  count?: boolean
  by?: 'basis'
  check?: string
  sets?: boolean
  freeze?: string
  format: 'text' | 'html'
  out?: string
}

/** Where the report of a run looks for them. */
const usualPlace = 'reports/out/rules'

type Column = { name: string; has: (rule: Rule) => boolean }

const table = (chosen: readonly Rule[], columns: readonly Column[]): string => {
  const areas = [...new Set(chosen.map((rule) => rule.area))]
  const row = (name: string, own: readonly Rule[]): string =>
    [
      name.padEnd(14),
      ...columns.map((column) => String(own.filter(column.has).length).padStart(column.name.length)),
    ].join(' ')
  return [
    ['area'.padEnd(14), ...columns.map(({ name }) => name)].join(' '),
    ...areas.map((area) =>
      row(
        area,
        chosen.filter((rule) => rule.area === area),
      ),
    ),
    row('all', chosen),
    '',
  ].join('\n')
}

const isOfService = ({ party }: Rule): boolean => party === 'service'

const ofParty: readonly Column[] = [
  { name: 'service', has: isOfService },
  { name: 'client', has: (rule) => !isOfService(rule) },
]

/** What no look from outside can settle is counted beside. */
const ofBasis: readonly Column[] = [
  ...bases.map((name) => ({ name, has: ({ basis }: Rule) => basis === name })),
  { name: 'unobservable', has: ({ unobservable }: Rule) => unobservable !== undefined },
]

export const rulesCommand = ({ defects }: ExplainOptions): Command =>
  new Command('assay rules')
    .description('Lists the rules of the contract.')
    .addOption(new Option('--area <name>', 'rules of one area'))
    .addOption(new Option('--party <party>', 'rules of one party').choices(['service', 'client']))
    .addOption(new Option('--count', 'count them by area'))
    .addOption(new Option('--by <what>', 'count them by how clearly the contract states them').choices(['basis']))
    .addOption(
      new Option('--check <file>', 'look in your copy of the contract for each passage that rules rest on, and stop'),
    )
    .addOption(new Option('--sets', 'list the rule sets, for `assay conform --rule-set`'))
    .addOption(new Option('--freeze <name>', 'print all there is now as a frozen rule set of this name'))
    .addOption(
      new Option('--format <format>', 'text, or a folder of HTML pages').choices(['text', 'html']).default('text'),
    )
    .addOption(
      new Option(
        '--out <dir>',
        `with --format html, the folder of the pages (default: ${usualPlace}); a report beside a folder \`rules\` links to it`,
      ),
    )
    .allowExcessArguments(false)
    .action(async ({ area, party, count: isCount, by, check, sets, freeze, format, out }: Flags, self: Command) => {
      const print = outputOf(self).out
      if (out !== undefined && format !== 'html')
        throw new CodedError('out_without_html', `--out ${out} is for pages; add --format html, or omit --out.`)
      if (check !== undefined) {
        const { text, exitCode } = checkedContract(check)
        print(text)
        process.exitCode = exitCode
        return
      }
      if (sets) return void print(setLines(await presentNow()))
      if (freeze !== undefined) return void print(frozenText(freeze, await presentNow(), new Date()))
      const all = [...rules().values()]
      const areas = [...new Set(all.map((rule) => rule.area))]
      if (area !== undefined && !areas.includes(area))
        throw new CodedError('unknown_area', `There is no area ${area}; there are ${areas.join(', ')}.`)
      const chosen = all.filter(
        (rule) => (area === undefined || rule.area === area) && (party === undefined || rule.party === party),
      )
      if (format === 'html') {
        const files = writeRulePages(out ?? usualPlace, chosen, await loadChecks(), await defects())
        return void print(`Wrote ${files.length} pages; open ${files[0]}\n`)
      }
      if (by === 'basis') return void print(table(chosen.filter(isOfService), ofBasis))
      if (isCount) return void print(table(chosen, ofParty))
      for (const { id, party: who, level, basis, text, source } of chosen)
        print(`${id}\n  ${[who, level, ...(basis === undefined ? [] : [basis])].join(', ')} (${source})\n  ${text}\n`)
    })
