// `assay rules`: the rules of the contract, by area, as text or as pages; and the sets of them that gate.
import { Command, Option } from 'commander'
import { outputOf } from '../../reports/output-of.ts'
import { CodedError } from '../contract/coded-error.ts'
import { rules } from '../contract/contract.ts'
import type { Rule } from '../contract/contract.ts'
import type { ExplainOptions } from './explain.ts'
import { writeRulePages } from '../explain/write-rule-pages.ts'
import { frozenText, presentNow, setLines } from './rule-set-lines.ts'
import { loadChecks } from '../checks/load-checks.ts'

type Flags = {
  area?: string
  party?: 'service' | 'client'
  count?: boolean
  sets?: boolean
  freeze?: string
  format: 'text' | 'html'
  out?: string
}

/** Where the report of a run looks for them. */
const usualPlace = 'reports/out/rules'

const count = (chosen: Rule[]): string => {
  const areas = [...new Set(chosen.map((rule) => rule.area))]
  const of = (area: string, party: string) => chosen.filter((rule) => rule.area === area && rule.party === party).length
  const rows = areas.map(
    (area) => `${area.padEnd(14)} ${String(of(area, 'service')).padStart(5)} ${String(of(area, 'client')).padStart(5)}`,
  )
  const total = (party: string) => String(chosen.filter((rule) => rule.party === party).length).padStart(5)
  return [
    `${'area'.padEnd(14)} service client`,
    ...rows,
    `${'all'.padEnd(14)} ${total('service')} ${total('client')}`,
    '',
  ].join('\n')
}

export const rulesCommand = ({ defects }: ExplainOptions): Command =>
  new Command('assay rules')
    .description('Lists the rules of the contract.')
    .addOption(new Option('--area <name>', 'rules of one area'))
    .addOption(new Option('--party <party>', 'rules of one party').choices(['service', 'client']))
    .addOption(new Option('--count', 'count them by area'))
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
    .action(async ({ area, party, count: isCount, sets, freeze, format, out }: Flags, self: Command) => {
      const print = outputOf(self).out
      if (out !== undefined && format !== 'html')
        throw new CodedError('out_without_html', `--out ${out} is for pages; add --format html, or omit --out.`)
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
      if (isCount) return void print(count(chosen))
      for (const { id, party: who, level, text, source } of chosen)
        print(`${id}\n  ${who}, ${level} (${source})\n  ${text}\n`)
    })
