// Exchanges and deliveries are counted from 1 in every shard; in a merged run each has a number of its own.
import type { RunEvent } from '../../reports/run-record.ts'

const numberOf = (id: string): number => Number(id.slice(1))

const idsIn = (event: RunEvent): string[] => {
  if (event.type === 'exchange') return [event.exchange.id]
  if (event.type === 'delivery') return [event.delivery.id]
  if (event.type === 'shard-results') return event.results.flatMap(({ requests }) => requests)
  return 'requests' in event && Array.isArray(event.requests) ? event.requests : []
}

const isAct = (event: RunEvent): boolean => event.type === 'company-act' && event.refused === undefined

const renumbered = (event: RunEvent, id: (old: string) => string, act: (old: string) => string): RunEvent => {
  if (event.type === 'cause' && event.calls) {
    const calls = event.calls.map((one) => (one.startsWith('a') ? act(one) : id(one)))
    return { ...event, calls, ...(event.calls_refused !== undefined && { calls_refused: id(event.calls_refused) }) }
  }
  if (event.type === 'exchange') {
    const { token_from: from } = event.exchange
    const token = typeof from === 'string' && { token_from: id(from) }
    return { ...event, exchange: { ...event.exchange, id: id(event.exchange.id), ...token } }
  }
  if (event.type === 'delivery') return { ...event, delivery: { ...event.delivery, id: id(event.delivery.id) } }
  if (event.type === 'finding' || event.type === 'finding-again' || event.type === 'reading')
    return { ...event, requests: event.requests.map(id) }
  if (event.type === 'check-finished' && event.outcomes)
    return { ...event, outcomes: event.outcomes.map((one) => ({ ...one, requests: one.requests.map(id) })) }
  if (event.type === 'shard-results')
    return { ...event, results: event.results.map((one) => ({ ...one, requests: one.requests.map(id) })) }
  return event
}

/** The records of several runs, with numbers that none shares with another. */
export const renumberAll = (runs: readonly (readonly RunEvent[])[]): RunEvent[][] => {
  let offset = 0
  let acts = 0
  return runs.map((events) => {
    const from = offset
    const before = acts
    const id = (old: string): string => `${old[0]}${numberOf(old) + from}`
    // An act has no number of its own: it is the nth of its record.
    const act = (old: string): string => `a${numberOf(old) + before}`
    acts += events.filter(isAct).length
    offset += events.flatMap(idsIn).reduce((most, one) => Math.max(most, numberOf(one)), 0)
    return events.map((event) => renumbered(event, id, act))
  })
}

/** One record after the other: a finding is named by its position among those of all of them. */
export const inOneRecord = (records: readonly (readonly RunEvent[])[]): RunEvent[] => {
  let findings = 0
  return records.flatMap((events) => {
    const before = findings
    findings += events.filter(({ type }) => type === 'finding').length
    return events.map((event) => (event.type === 'finding-again' ? { ...event, like: event.like + before } : event))
  })
}
