// docs/clients.md and its further pages: what each client does by default on this contract, as the lab saw it, and what corrects it.
import type { Entry } from './entry.ts'
import { corrected, rulesIn, type Outcome } from './outcome.ts'
import type { Seen } from './seen.ts'
import { table, versionsText } from './table.ts'
import type { Traits } from './traits.ts'

type Row = { entry: Entry; versions: Record<string, string>; outcomes: Outcome[]; seen: Traits }

const yes = (value: boolean | null, none = '–'): string => (value === null ? none : value ? 'yes' : 'no')

const repeats = ({ waits }: Traits, names: readonly string[]): string[] =>
  names.map((name) => yes(waits[name]!.length > 0))

const waits = ({ waits }: Traits): string => (waits['read-500']!.length === 0 ? '–' : waits['read-500']!.join(', '))

const signIn = ({ entry, seen }: Row): string[] => [
  entry.title,
  seen.credentials,
  String(seen.tokens),
  yes(seen.renews),
  yes(seen.token_on_link),
  `\`${seen.list_query}\``,
  seen.boolean_query === undefined ? '–' : `\`${seen.boolean_query}\``,
]

const repeated = ({ entry, seen }: Row): string[] => [
  entry.title,
  ...repeats(seen, [
    'read-429',
    'read-500',
    'read-503',
    'read-reset',
    'create-429',
    'create-500',
    'create-reset',
    'create-lost',
  ]),
  yes(seen.same_key),
  ...repeats(seen, ['message-lost']),
  yes(seen.waits_for_retry_after),
  waits(seen),
]

export const undented = (text: string): string[] => {
  const lines = text.replace(/\n$/, '').split('\n')
  const depth = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)![0].length))
  return lines.map((line) => line.slice(depth))
}

const signed = (sign: string, text: string): string[] =>
  undented(text).map((line) => (line === '' ? sign : `${sign} ${line}`))

/** What a correction takes away and puts in its place; lines that both begin or end with stay as they are. */
const differences = (replace: string, better: string): string[] => {
  const [old, changed] = [undented(replace), undented(better)]
  const start = old.every((line, index) => line === changed[index]) ? old.length : 0
  const end = start === 0 && old.every((line, index) => line === changed.at(index - old.length)) ? old.length : 0
  if (start > 0) return [...old.map((line) => `  ${line}`), ...signed('+', changed.slice(start).join('\n'))]
  if (end > 0) return [...signed('+', changed.slice(0, -end).join('\n')), ...old.map((line) => `  ${line}`)]
  return [...signed('-', replace), ...signed('+', better)]
}

const correctionLines = ({ corrections }: Entry): string[] => {
  const rules = [...new Set(corrections.map(({ rule }) => rule))]
  return rules.flatMap((rule) => [
    '',
    `\`${rule}\`:`,
    '',
    '```diff',
    ...corrections.filter((one) => one.rule === rule).flatMap((one) => differences(one.replace, one.with)),
    '```',
  ])
}

const listed = (rules: Iterable<string>): string => [...rules].map((rule) => `\`${rule}\``).join(', ')

const stackLines = ({ entry, versions, outcomes }: Row): string[] => {
  const hasCorrection = new Set(entry.corrections.map(({ rule }) => rule))
  const own = outcomes.filter(({ scenario }) => !scenario.startsWith(corrected))
  const violated = new Set(own.flatMap(({ seen }) => rulesIn(seen)))
  const others = [...violated].filter((rule) => !hasCorrection.has(rule)).toSorted()
  const unmeasured = new Set(own.flatMap((one) => rulesIn(one.unmeasured ?? '')))
  return [
    '',
    `## ${entry.title}`,
    '',
    `${versionsText(versions)}.`,
    ...(others.length === 0 ? [] : ['', `Also violated, without a correction here: ${listed(others)}.`]),
    ...(unmeasured.size === 0
      ? []
      : ['', `Not measured, because the timers of the machine were too late: ${listed(unmeasured)}.`]),
    ...correctionLines(entry),
  ]
}

const rowsOf = (entries: readonly Entry[], all: Seen): Row[] =>
  entries.flatMap((entry): Row[] => {
    const { versions, outcomes, client } = all[entry.id] ?? {}
    return versions === undefined || !outcomes || client === undefined
      ? []
      : [{ entry, versions, outcomes, seen: client }]
  })

const corrections: readonly { page: string; title: string; languages: readonly Entry['language'][] }[] = [
  { page: 'clients-javascript.md', title: 'JavaScript', languages: ['node'] },
  { page: 'clients-python.md', title: 'Python', languages: ['python'] },
  { page: 'clients-java-go-rust.md', title: 'Java, Go and Rust', languages: ['java', 'go', 'rust'] },
  { page: 'clients-ruby-php-shell.md', title: 'Ruby, PHP and the shell', languages: ['ruby', 'php', 'debian'] },
]

/** Entries that were not run yet have no row. */
export const clientsPage = (entries: readonly Entry[], all: Seen): string => {
  const rows = rowsOf(entries, all)
  return `${[
    '# Client libraries on this contract',
    '',
    'This page shows what widely used client libraries do by default on this contract. `npm run lab` measured it in runs against the simulator, and',
    '`npm run lab -- --update` makes this page of `lab/seen.json`. Each stack is a small program (`lab/clients/`), written as the documentation of its',
    'library says. Where a library repeats only on request, the program asks for six repeats and leaves all else at its default.',
    '',
    '## Tokens, links and queries',
    '',
    '- Renews: after a 401 `token_expired` it takes a new token and sends the call again.',
    '- Token on the link: the same client object sends the token to the signed link of a download too. It must not.',
    '- List: how its own way to write lists looks in a query. The contract wants commas, `status=new,on_hold`.',
    '- Boolean: how its own way to write `true` looks in a query. The contract wants `true`; where a library takes texts alone, the program gives it that text.',
    '  `–`: not measured, because the stack was not run after its program began to do this.',
    '',
    ...table(
      ['stack', 'sends its credentials', 'tokens', 'renews', 'token on the link', 'list', 'boolean'],
      rows.map(signIn),
    ),
    '',
    '## Further',
    '',
    '[What each stack repeats](clients-repeats.md): which failed calls it sends again on its own, how often, and after which waits.',
    '',
    `These pages show which rules each stack violates by default, and what corrects that: ${corrections.map(({ page, title }) => `[${title}](${page})`).join(' · ')}.`,
  ].join('\n')}\n`
}

/** What each stack repeats: a page of its own. */
export const repeatsPage = (entries: readonly Entry[], all: Seen): string => {
  const rows = rowsOf(entries, all)
  return `${[
    '# What client libraries repeat',
    '',
    'This page shows whether widely used client libraries send a failed call again on their own. The stacks are those of [clients.md](clients.md), as they are',
    'by default; `npm run lab -- --update` makes both pages.',
    '',
    '- Read: a read of an order after 429, 500, 503 and a reset connection.',
    '- Create: a create after 429, 500, a reset connection, and after it was carried out and its answer lost.',
    '- Same key: all attempts of a create have one `Idempotency-Key`.',
    '- Message: a message, which takes no key, after a 500.',
    '- Waits: the seconds before each repeat of a read that is answered 500.',
    '- `–`: it sends no create, or no read, a second time.',
    '',
    ...table(
      [
        'stack',
        'read 429',
        '500',
        '503',
        'reset',
        'create 429',
        '500',
        'reset',
        'lost',
        'same key',
        'message',
        'obeys Retry-After',
        'waits',
      ],
      rows.map(repeated),
    ),
  ].join('\n')}\n`
}

/** What corrects the stacks, a page for the languages of a team. */
export const correctionPages = (entries: readonly Entry[], all: Seen): Record<string, string> =>
  Object.fromEntries(
    corrections.map(({ page, title, languages }) => {
      const rows = rowsOf(entries, all).filter(({ entry }) => languages.includes(entry.language))
      const lines = [
        `# Client libraries: what corrects them in ${title}`,
        '',
        'This page lists the rules of the contract that each stack violates by default, and the change of its program in `lab/clients/` that corrects it.',
        '`npm run lab` measured both, and `npm run lab -- --update` makes this page. [clients.md](clients.md) compares the stacks in tables.',
        ...rows.flatMap(stackLines),
      ]
      return [page, `${lines.join('\n')}\n`] as const
    }),
  )
