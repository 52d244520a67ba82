// The part of docs/proxies.md that is made of what the lab saw: each proxy as it is installed and as it is set up for production.
import type { Entry } from './entry.ts'
import type { Seen } from './seen.ts'
import { table, versionsText } from './table.ts'

const [begin, end] = ['<!-- made by the lab -->', '<!-- end of what the lab makes -->']

const inWords = (seen: string | undefined): string => {
  if (seen === undefined) return '–'
  if (seen === 'exit code 0, nothing violated') return 'passes'
  const [exit, ...rest] = seen.split(', ')
  const rules = rest.at(-1)!.split(' ')
  const causes = rest.slice(0, -1).map((one) => `\`${one.replace('cause ', '')}\``)
  const violated = rest.at(-1) === 'nothing violated' ? [] : rules.map((rule) => `\`${rule}\``)
  // The rules that one cause explains are on the page of the lab.
  return [
    exit,
    ...causes,
    ...(causes.length > 0 && violated.length > 0 ? [`${violated.length} rules`] : violated),
  ].join(', ')
}

export const proxiesPage = (text: string, entries: readonly Entry[], all: Seen): string => {
  const proxies = entries.filter(({ kind, id }) => kind === 'proxy' && all[id] !== undefined)
  const outcome = ({ id }: Entry, name: string): string =>
    inWords(all[id]!.outcomes.find(({ scenario }) => scenario === name)?.seen)
  const made = [
    begin,
    '',
    ...table(
      ['proxy', 'version', 'as it is installed', 'as it is set up for production'],
      proxies.map((entry) => [
        entry.title,
        versionsText(all[entry.id]!.versions) || '–',
        outcome(entry, 'default'),
        `${outcome(entry, 'production')}${entry.variants['production']?.tls ? ', with TLS' : ''}`,
      ]),
    ),
    ...proxies.flatMap(({ title, remedy }) => (remedy === null ? [] : ['', `**${title}.** ${remedy}`])),
    '',
    end,
  ]
  const [before, rest] = text.split(begin)
  return [before, made.join('\n'), rest!.split(end)[1]].join('')
}
