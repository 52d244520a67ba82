// How verdicts, counts and times are put into words.
import type { VerdictName } from '../run-record.ts'
import { counted as number, times } from '../texts.ts'
import { html, type Html } from './markup.ts'

export { number, times }

export const verdictWords: Record<VerdictName, { word: string; many?: string; sign: string; means: string }> = {
  fail: { word: 'fails', many: 'fail', sign: '✕', means: 'compared and violated; the exchanges show it' },
  arguable: {
    word: 'arguable',
    sign: '≈',
    means: 'violated, but the contract does not say the rule in plain words; --strict makes it a violation',
  },
  error: { word: 'assay error', many: 'assay errors', sign: '!', means: 'a fault of assay, never of the target' },
  inconclusive: { word: 'inconclusive', sign: '?', means: 'something that is no rule prevented a verdict' },
  pass: { word: 'passes', many: 'pass', sign: '✓', means: 'compared and met' },
  'not-tested': { word: 'not tested', sign: '○', means: 'something is missing; the report says what' },
  'not-applicable': {
    word: 'not applicable',
    sign: '–',
    means: 'the rule does not bind this target, or nothing a server sends can show it',
  },
}

export const verdictTag = (verdict: VerdictName): Html =>
  html`<span class="tag ${verdict}"
    ><span aria-hidden="true">${verdictWords[verdict].sign}</span> ${verdictWords[verdict].word}</span
  >`

export const seconds = (ms: number): string => {
  const whole = Math.round(ms / 1000)
  if (whole < 120) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** A span of seconds as people write it: `36 min`, `2 h 36 min`. */
export const span = (given: number): string => {
  const all = Math.round(given)
  if (all < 60) return `${all} s`
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor((all % 3600) / 60), all % 60]
  return [hours && `${hours} h`, minutes && `${minutes} min`, rest && `${rest} s`].filter(Boolean).join(' ')
}

export const areaOf = (id: string): string => id.split('.')[0]!

/** `…` in place of the middle of long identifiers, for where room is scarce. */
export const shortIds = (text: string): string =>
  text.replace(/\b([a-z]{2,6})_([A-Za-z0-9]{12,})/g, (_all, kind: string, rest: string) => `${kind}_…${rest.slice(-4)}`)

export const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** A sentence in which names stand between backticks. */
export const prose = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`

/** The word of a verdict as it follows a count. */
export const counted = (verdict: VerdictName, count: number): string => {
  const { word, many } = verdictWords[verdict]
  return count === 1 ? word : (many ?? word)
}
