// `assay rules`: the rules of the contract as text, those of an area, or only their number per area.
import { Command, Option } from 'commander'
import { CodedError } from './coded-error.ts'
import { rules, type Rule } from './contract.ts'

type Flags = { area: string[]; party?: Rule['party']; count?: boolean }

const several = (value: string, before: string[]): string[] => [...before, value]

const chosen = ({ area, party }: Flags): Rule[] => {
  const all = [...rules().values()]
  const areas = [...new Set(all.map((rule) => rule.area))]
  for (const name of area)
    if (!areas.includes(name))
      throw new CodedError('unknown_area', `--area ${name} is no area of the rules; choose one of ${areas.join(', ')}.`)
  return all.filter((rule) => (area.length === 0 || area.includes(rule.area)) && (!party || rule.party === party))
}

const counted = (found: readonly Rule[]): string[] => {
  const counts = new Map<string, number>()
  for (const { area } of found) counts.set(area, (counts.get(area) ?? 0) + 1)
  return [...counts].map(([area, count]) => `${String(count).padStart(5)}  ${area}`)
}

const described = (found: readonly Rule[]): string[] =>
  found.flatMap(({ id, party, source, text }) => [id, `  ${party}, ${source}`, `  ${text}`])

export const rulesCommand = (): Command =>
  new Command('assay rules')
    .description('Lists the rules of the contract: each with its party, its section and its text.')
    .option('--area <name>', 'only this area; may be repeated', several, [])
    .addOption(new Option('--party <name>', 'only the rules of this party').choices(['service', 'client']))
    .option('--count', 'only how many there are in each area')
    .allowExcessArguments(false)
    .action((flags: Flags) => {
      const found = chosen(flags)
      const lines = flags.count ? counted(found) : described(found)
      process.stdout.write(`${[...lines, '', `${found.length} rules`].join('\n')}\n`)
    })
