// docs/clients.md: what each client does by default on this contract, as the lab saw it, and what corrects it.
import type { Entry } from './entry.ts'
import type { ClientSeen } from './kinds/client.ts'
import type { Seen } from './seen.ts'
import { table, versionsText } from './table.ts'

/** The test of docs/ runs snippets as they stand, and a part of a program cannot be. */
const notRun = '<!-- not run here: a part of a program -->'

type Row = { entry: Entry; versions: Record<string, string>; seen: ClientSeen }

const yes = (value: boolean | null, none = '–'): string => (value === null ? none : value ? 'yes' : 'no')

const repeats = ({ tries }: ClientSeen, names: readonly string[]): string[] =>
  names.map((name) => (tries[name]! > 1 ? 'yes' : 'no'))

const waits = ({ waits }: ClientSeen): string => (waits['read-500']!.length === 0 ? '–' : waits['read-500']!.join(', '))

const signIn = ({ entry, seen }: Row): string[] => [
  entry.title,
  seen.credentials,
  String(seen.tokens),
  yes(seen.renews),
  yes(seen.token_on_link),
  `\`${seen.list_query}\``,
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

const fences: Record<string, string> = { python: 'python', node: 'js', go: 'go', rust: 'rust', java: 'java' }

export const undented = (text: string): string[] => {
  const lines = text.replace(/\n$/, '').split('\n')
  const depth = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)![0].length))
  return lines.map((line) => line.slice(depth))
}

const stackLines = ({ entry, versions, seen }: Row): string[] => {
  const rules = [...new Set(Object.values(seen.violated).flat())].toSorted()
  const unmeasured = Object.entries(seen.unmeasured).flatMap(([name, rules]) =>
    rules.map((rule) => `- \`${rule}\` (${name})`),
  )
  const where = (rule: string): string =>
    Object.keys(seen.violated)
      .filter((name) => seen.violated[name]!.includes(rule))
      .join(', ')
  return [
    '',
    `### ${entry.title}`,
    '',
    `${versionsText(versions)}. ${rules.length === 0 ? 'Violates no rule.' : 'Violates by default:'}`,
    ...(rules.length === 0 ? [] : ['', ...rules.map((rule) => `- \`${rule}\` (${where(rule)})`)]),
    ...(unmeasured.length === 0
      ? []
      : ['', 'Not measured this time, as timers of the machine came too late:', '', ...unmeasured]),
    ...entry.corrections.flatMap(({ rule, replace, with: better }) => [
      '',
      `For \`${rule}\`, in place of the first the second:`,
      '',
      notRun,
      '',
      `\`\`\`${fences[entry.language]}`,
      ...undented(replace),
      '```',
      '',
      notRun,
      '',
      `\`\`\`${fences[entry.language]}`,
      ...undented(better),
      '```',
    ]),
  ]
}

/** Entries that were not run yet have no row. */
export const clientsPage = (entries: readonly Entry[], all: Seen): string => {
  const rows = entries.flatMap((entry): Row[] => {
    const { versions, client } = all[entry.id] ?? {}
    return versions === undefined || client === undefined ? [] : [{ entry, versions, seen: client }]
  })
  return `${[
    '# Client libraries on this contract',
    '',
    'What each stack does on its own when it meets this contract, as `npm run lab` saw it in runs against the simulator. Nothing on this page is typed: it is',
    'made of `lab/seen.json` by `npm run lab -- --update`. Each stack is a small program (`lab/clients/`), written as the documentation of its',
    'library says; where a library repeats only when asked to, the program asks for six repeats and leaves all else as it is.',
    '',
    '## Tokens, links and queries',
    '',
    'Renews: whether a 401 `token_expired` makes it take another token and send the call again. Token on the link: whether the same client object',
    'sends the token to the signed link of a download. List: how it writes a list in a query where its own way to write lists is used; the contract',
    'wants commas, `status=new,on_hold`.',
    '',
    ...table(['stack', 'sends its credentials', 'tokens', 'renews', 'token on the link', 'list'], rows.map(signIn)),
    '',
    '## Repeats',
    '',
    'Whether a call that fails is sent again on its own: a read of an order after 429, 500, 503 and a reset connection; a create after 429, 500, a',
    'reset connection, and after it was carried out and its answer lost; a message, which takes no key, after a 500. Same key: whether all attempts of a',
    'create have one `Idempotency-Key`. Waits: the seconds before each repeat of a read that is answered 500.',
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
    '',
    '## What each violates by default, and what corrects it',
    ...rows.flatMap(stackLines),
  ].join('\n')}\n`
}
