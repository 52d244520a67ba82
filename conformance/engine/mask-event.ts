// An event of a run as it may be shown: what quotes others is masked, and the words of its own form are not. A target chooses its tokens: one
// that is such a word must not spoil the record.
import type { Unstamped } from '../../reports/run-record.ts'

/** Fields whose texts are names and ids of ours. */
const own: ReadonlySet<string> = new Set(
  (
    'type format run phase scenario by about outcome code reason_code label rule rules check checks cause kind verdict source text ' +
    'basis invariant freedom reading requests calls script environment roles found_by act'
  ).split(' '),
)

/** Fields whose values are another's as a whole, names in them included. */
const quoting: ReadonlySet<string> = new Set(['expected', 'received', 'facts', 'body'])

type Mask = { text: (text: string) => string; value: (value: unknown) => unknown }

const masked = (given: unknown, field: string, mask: Mask): unknown => {
  if (quoting.has(field)) return mask.value(given)
  if (typeof given === 'string') return own.has(field) ? given : mask.text(given)
  if (Array.isArray(given)) return given.map((entry) => masked(entry, field, mask))
  // What a plan sends is sent again as it is.
  if (typeof given !== 'object' || given === null || field === 'run') return given
  return Object.fromEntries(Object.entries(given).map(([name, entry]) => [name, masked(entry, name, mask)]))
}

export const maskEvent = <Event extends Unstamped>(event: Event, mask: Mask): Event => masked(event, '', mask) as Event

/** How a run ended: the sentence may quote a target. */
export const maskEnding = <Ending extends { reason: { code: string; message: string } | null }>(
  ending: Ending,
  text: (text: string) => string,
): Ending => ({ ...ending, reason: ending.reason && { ...ending.reason, message: text(ending.reason.message) } })
