// `assay rules`: the rules of the contract, by area, with their party and level; and the sets of them that gate.
import { Command, Option } from 'commander'
import { CodedError } from './coded-error.ts'
import { rules } from './contract.ts'
import type { Rule } from './contract.ts'
import { frozenText, presentNow, setLines } from './gate/rule-set-lines.ts'

type Flags = { area?: string; party?: 'service' | 'client'; count?: boolean; sets?: boolean; freeze?: string }

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

export const rulesCommand = (): Command =>
  new Command('assay rules')
    .description('Lists the rules of the contract.')
    .addOption(new Option('--area <name>', 'rules of one area'))
    .addOption(new Option('--party <party>', 'rules of one party').choices(['service', 'client']))
    .addOption(new Option('--count', 'count them by area'))
    .addOption(new Option('--sets', 'list the rule sets, for `assay conform --rule-set`'))
    .addOption(new Option('--freeze <name>', 'print all there is now as a frozen rule set of this name'))
    .allowExcessArguments(false)
    .action(async ({ area, party, count: isCount, sets, freeze }: Flags) => {
      if (sets) return void process.stdout.write(setLines(await presentNow()))
      if (freeze !== undefined) return void process.stdout.write(frozenText(freeze, await presentNow(), new Date()))
      const all = [...rules().values()]
      const areas = [...new Set(all.map((rule) => rule.area))]
      if (area !== undefined && !areas.includes(area))
        throw new CodedError('unknown_area', `There is no area ${area}; there are ${areas.join(', ')}.`)
      const chosen = all.filter(
        (rule) => (area === undefined || rule.area === area) && (party === undefined || rule.party === party),
      )
      if (isCount) return void process.stdout.write(count(chosen))
      for (const { id, party: who, level, text, source } of chosen)
        process.stdout.write(`${id}\n  ${who}, ${level} (${source})\n  ${text}\n`)
    })
