// The findings about the client: judged when they are read, and once for each state of the journal.
import { setImmediate } from 'node:timers/promises'
import type { components } from '../../fixtures/control.js'
import type { Journal } from '../journal/create-journal.ts'
import type { JournalRecord } from '../journal/record.ts'
import { toEntry } from '../journal/to-har.ts'

export type ClientFindings = components['schemas']['ClientFindings']

/** The number of the first request that counts, and of the first delivery. */
type JudgedFrom = { requests: number; deliveries: number }

/** Given to the simulator at its start, which does not judge clients itself. */
export type ClientJudge = {
  /** JSON of a list of entries, which follow those added before. */
  add(entries: string): void
  /** Entries with smaller numbers count no more. */
  judge(from: JudgedFrom): Promise<ClientFindings>
  close(): Promise<void>
}

export type Findings = {
  /** Another text whenever the journal has changed. */
  state(): string
  read(): Promise<ClientFindings>
  /** From the calls of one credential and the deliveries to its account, judged apart from all others. */
  readOf(clientId: string, account: string): Promise<ClientFindings>
  close(): Promise<void>
}

/** Entries are turned into text in pieces, between which requests are served. */
const piece = 50

export const createFindings = (
  journal: Journal,
  createJudge: () => Promise<ClientJudge>,
  isMeant: (entry: JournalRecord) => boolean = () => true,
): Findings => {
  let judge: Promise<ClientJudge> | undefined
  let sent = 0
  let known: { state: string; findings: ClientFindings } | undefined
  let underWay: Promise<unknown> = Promise.resolve()

  const bounds = (): { from: JudgedFrom; last: number } => {
    const entries = journal.after()
    const last = entries.at(-1)?.id ?? sent
    const first = (wanted: JournalRecord['kind']): number => entries.find(({ kind }) => kind === wanted)?.id ?? last + 1
    return { from: { requests: first('request'), deliveries: first('delivery') }, last }
  }
  const stateOf = ({ from, last }: { from: JudgedFrom; last: number }): string =>
    `${from.requests} ${from.deliveries} ${last}`

  const judgeNow = async (): Promise<ClientFindings> => {
    if (known?.state === stateOf(bounds())) return known.findings
    judge ??= createJudge()
    const { add, judge: ask } = await judge
    const { last } = bounds()
    while (sent < last) {
      const fresh = journal.after(sent).slice(0, piece)
      if (fresh.length === 0) break
      add(JSON.stringify(fresh.filter(isMeant).map(toEntry)))
      sent = fresh.at(-1)!.id
      await setImmediate()
    }
    const { from } = bounds()
    const findings = { ...(await ask(from)), dropped: journal.dropped() }
    known = { state: stateOf({ from, last: sent }), findings }
    return findings
  }

  return {
    state: () => stateOf(bounds()),
    read() {
      const next = underWay.then(judgeNow, judgeNow)
      underWay = next
      // A reader gets the failure; nothing else waits for it.
      next.catch(() => undefined)
      return next
    },
    async readOf(clientId, account) {
      const isTheirs = (entry: JournalRecord): boolean => entry.clientId === clientId || entry.account === account
      const findings = createFindings(journal, createJudge, isTheirs)
      try {
        return await findings.read()
      } finally {
        await findings.close()
      }
    },
    async close() {
      const open = await judge?.catch(() => undefined)
      await open?.close()
    },
  }
}
