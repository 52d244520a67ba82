// The journal of the traffic.
import { matching, missesOf, waitFor, verifyCount } from '../../journal/look-up.ts'
import { withShortBodies } from '../../journal/short-bodies.ts'
import { idOf, toEntry, toHar } from '../../journal/to-har.ts'
import { matchOf, openJournal } from '../journal-call.ts'
import type { ControlOperations } from '../operation.ts'
import { afterOf } from '../../journal/matching.ts'
import { absent } from '../../company/find.ts'
import { refusalOfEntry } from '../refusal-of-entry.ts'
import { asNdjson, follow } from '../../journal/follow.ts'
import type { JournalMatch, JournalCount } from '../../public/har-types.ts'
import { checkMatch } from '../check-match.ts'
import type { components } from '../../../fixtures/control.js'
import { accountKey } from '../../orders/context.ts'
import { findClient } from '../../store/find.ts'

type Body = { match?: JournalMatch; timeout_ms?: number }

export const journalOperations = {
  /** The latest entries, or those that follow one. */
  listJournal: {
    handle: ({ services, query }) => {
      const journal = openJournal(services)
      const limit = query['limit'] as number
      const found = matching(journal, matchOf({ services, query }))
      const page = query['since'] === undefined ? found.slice(-limit) : found.slice(0, limit)
      const last = page.at(-1)
      return {
        data: page.map((record) =>
          withShortBodies(toEntry(record), (query['max_body'] as number | undefined) ?? Infinity),
        ),
        last: last ? idOf(last) : null,
        has_more: page.length < found.length,
        dropped: journal.dropped(),
      }
    },
  },
  /** One entry whole, and why the service refused it. */
  getJournalEntry: {
    handle: ({ services, params }) => {
      const id = params['entry_id']!
      const number = /^j[1-9]\d{0,14}$/.test(id) ? afterOf({ since: id }) : 0
      const [record] = number > 0 ? openJournal(services).after(number - 1) : []
      if (record?.id !== number) throw absent('journal entry', id, 'GET /journal')
      const entry = toEntry(record)
      return { entry, refusal: refusalOfEntry(entry) }
    },
  },
  /** The journal as a HAR 1.2 file. */
  getJournalHar: {
    handle: ({ services, query }) => {
      const journal = openJournal(services)
      return toHar(matching(journal, matchOf({ services, query })).map(toEntry), journal.dropped())
    },
  },
  /** One entry a line; with `follow` it stays open for those to come. */
  getJournalNdjson: {
    contentType: 'application/x-ndjson; charset=utf-8',
    handle: ({ services, query }) =>
      (query['follow'] ? follow : asNdjson)(openJournal(services), matchOf({ services, query })),
  },
  /** Answers when an entry fits, or when the time is over. */
  waitForEntry: {
    handle: async ({ services, body }) => {
      const journal = openJournal(services)
      const { match = {}, timeout_ms = 5_000 } = body as Body
      checkMatch(match, services.contract)
      const found = await waitFor(journal, match, timeout_ms)
      return found
        ? { matched: true, entry: toEntry(found), nearest: [] }
        : { matched: false, entry: null, nearest: missesOf(journal, match) }
    },
  },
  /** How many entries fit, and whether they are as many as expected. */
  verifyJournal: {
    handle: ({ services, body }) => {
      const { match = {}, ...count } = body as JournalCount & { match?: JournalMatch }
      checkMatch(match, services.contract)
      const { matched, found, message, nearest } = verifyCount(openJournal(services), match, count)
      return { matched, count: found.length, message, entries: found.map(idOf), nearest }
    },
  },
  /** Forgets every entry; ids go on. */
  clearJournal: {
    handle: ({ services, body }) => {
      const journal = openJournal(services)
      const cleared = journal.after().length
      const { client_starts } = (body ?? {}) as components['schemas']['ClearJournalRequest']
      journal.clear(client_starts)
      return { cleared }
    },
  },
  /** Every rule of the client, judged from the journal so far. */
  getFindings: {
    isOffered: ({ findings }) => findings !== undefined,
    handle: ({ services, findings, query }) => {
      openJournal(services)
      if (query['client_id'] === undefined) return findings!.read()
      const { id, lender_id, environment } = findClient(services, query['client_id'] as string)
      return findings!.readOf(id, accountKey(lender_id, environment))
    },
  },
} satisfies ControlOperations
