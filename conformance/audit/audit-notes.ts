// What a reader of the verdict is to know of the journal: what it lacks, what was not judged, and what the client may not have meant.
import { shortly, times } from '../../reports/texts.ts'
import type { Call, Journal } from './call.ts'
import { toRecord } from './lack.ts'
import { oddQueries } from './odd-queries.ts'

/** A simulator numbers its entries: what came before the first was cleared, dropped or filtered. */
const begin = ({ calls, fromStart }: Journal): string[] => {
  const [first] = calls
  return fromStart || !first?.known.own
    ? []
    : [`The journal begins with entry ${first.id.slice(1)}: what came before it is not judged.`]
}

const mostQueries = 8

/** No violation, as nothing forbids it; but the answer is another than the one that was meant. */
const queries = (calls: readonly Call[]): string[] => {
  const odd = oddQueries(calls)
  if (odd.length === 0) return []
  const shown = odd.slice(0, mostQueries).map(([what, count]) => `${what} (${times(count, 'call')})`)
  const more = odd.length > mostQueries ? [`${odd.length - mostQueries} more`] : []
  return [
    `Queries that the service ignores, or may read otherwise than they are meant: ${[...shown, ...more].join('; ')}.`,
  ]
}

const mostHosts = 5

const elsewhere = ({ elsewhere: hosts }: Journal): string[] => {
  if (hosts.size === 0) return []
  const rows = [...hosts].toSorted(([, one], [, other]) => other - one)
  const words = rows.slice(0, mostHosts).map(([host, count]) => `${times(count, 'call')} to ${host}`)
  const all = [...words, ...(rows.length > mostHosts ? [`${rows.length - mostHosts} more hosts`] : [])].join(', ')
  return [`Not judged, as nothing shows that they went to the service: ${all}; --base-url names the service.`]
}

/** What the client did next is judged as after a lost answer: an answer of a proxy, such as 502, asks for the same. */
const unknownAnswers = ({ unknownAnswers: { errors, error, areLeftOut } }: Journal): string[] => [
  ...(errors === 0
    ? []
    : [
        `What the client was answered is unknown of ${times(errors, 'call')}: the recording has an error in the place of an answer (${shortly(error)}), and a proxy that records may have answered 502 itself.`,
      ]),
  ...(areLeftOut
    ? [
        'Polly.JS leaves out calls that get no answer: how many there were, and what the client was answered, is unknown.',
      ]
    : []),
]

export const auditNotes = (journal: Journal): string[] => [
  ...begin(journal),
  ...queries(journal.calls),
  ...[...journal.lacks].map((lack) => `The recording has no ${lack}. ${toRecord[lack].replaceAll('`', '')}`),
  ...unknownAnswers(journal),
  ...(journal.nobodys.length > 0
    ? [`Not judged, as no client can be named for them: ${times(journal.nobodys.length, 'call')} without a credential`]
    : []),
  ...elsewhere(journal),
]
