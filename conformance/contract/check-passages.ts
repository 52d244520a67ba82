// Looks for each known passage in a copy of the contract: in its place, moved, with other words, or nowhere.
import { passages, type KnownPassage } from './contract.ts'
import { groupBy } from '../../reports/group-by.ts'
import { fingerprint, splitContract, type Passage } from './split-contract.ts'

export type Found = { id: string; at: string } & (
  | { is: 'there'; words: string }
  | { is: 'moved'; to: string; words: string }
  | { is: 'changed'; now: string }
  | { is: 'lost' }
)

/** `now`: the fingerprint of the words that stand there. `added`: passages of the copy that are not known, as their rows would be. */
type Checked = { found: Found[]; added: KnownPassage[] }

export const checkPassages = (text: string, known: ReadonlyMap<string, KnownPassage> = passages()): Checked => {
  const copy = splitContract(text)
  const byAddress = new Map(copy.map((one) => [one.at, one]))
  const byWords = groupBy(copy, ({ words }) => fingerprint(words))
  const claimed = new Set<Passage>()
  const claim = (one: Passage): Passage => {
    claimed.add(one)
    return one
  }
  const inPlace = new Map<string, Passage>()
  for (const [id, { at, words }] of known) {
    const there = byAddress.get(at)
    if (there && fingerprint(there.words) === words) inPlace.set(id, claim(there))
  }
  // Only then, so that of two passages with the same words neither takes the place of the other.
  const moved = new Map<string, Passage>()
  for (const [id, { words }] of known) {
    const elsewhere = inPlace.has(id) ? undefined : byWords.get(words)?.find((one) => !claimed.has(one))
    if (elsewhere) moved.set(id, claim(elsewhere))
  }
  const found = [...known].map(([id, { at }]): Found => {
    const there = inPlace.get(id)
    if (there) return { id, at, is: 'there', words: there.words }
    const elsewhere = moved.get(id)
    if (elsewhere) return { id, at, is: 'moved', to: elsewhere.at, words: elsewhere.words }
    const now = byAddress.get(at)
    if (now === undefined || claimed.has(now)) return { id, at, is: 'lost' }
    claim(now)
    return { id, at, is: 'changed', now: fingerprint(now.words) }
  })
  const added = copy.filter((one) => !claimed.has(one)).map(({ at, words }) => ({ at, words: fingerprint(words) }))
  return { found, added }
}
