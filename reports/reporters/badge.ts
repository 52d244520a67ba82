// A badge as SVG: conforms, how many rules are violated, or how much was not tested; a simulated target is named as one.
import { firstLine } from '../headline.ts'
import { countVerdicts, isSimulatedIn, untestedPercent, type Run } from '../summary.ts'
import { plainly } from '../texts.ts'

// With white on them, each has a contrast of 4.5 or more.
export const badgeColours = { label: '#424242', good: '#2e7d32', partly: '#8a6d00', bad: '#c62828', unknown: '#616161' }

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** About as wide as the text is in 11 px Verdana, which the viewer may not have: `textLength` makes it fit. */
const widthOf = (text: string): number => Math.round([...text].length * 6.6)

const stateOf = (run: Run): { text: string; colour: string } => {
  const { fail: broken, arguable } = countVerdicts(run.rules)
  const argued = arguable > 0 ? `, ${arguable} arguable` : ''
  if (broken > 0 && run.finished?.exit_code === 0)
    return { text: `${broken} violated, accepted`, colour: badgeColours.partly }
  if (broken > 0) return { text: `${broken} violated`, colour: badgeColours.bad }
  const untested = untestedPercent(run)
  if (run.finished?.exit_code === 1) return { text: 'baseline out of date', colour: badgeColours.bad }
  const blocked = run.gate?.blocked.length ?? 0
  if (run.finished?.exit_code === 2 && blocked > 0)
    return { text: `no verdict, ${blocked} blocked`, colour: badgeColours.unknown }
  if (run.finished?.exit_code !== 0) return { text: `not tested (${untested}%)`, colour: badgeColours.unknown }
  if (untested === 0) return { text: `conforms${argued}`, colour: badgeColours.good }
  return { text: `none violated${argued}, not tested (${untested}%)`, colour: badgeColours.partly }
}

export const badgeSvg = (run: Run): string => {
  const { text, colour } = stateOf(run)
  const isSimulated = isSimulatedIn(run)
  const label = isSimulated === null ? 'assay' : 'assay simulated target'
  const title = plainly(`${label}: ${text}. ${firstLine(run)}`)
  const [left, right] = [widthOf(label) + 12, widthOf(text) + 12]
  const piece = (x: number, width: number, words: string): string =>
    `<text x="${x + width / 2}" y="14" textLength="${width - 12}" lengthAdjust="spacingAndGlyphs">${escape(words)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${escape(`${label}: ${text}`)}">`,
    `<title>${escape(title)}</title>`,
    `<clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="20" fill="${badgeColours.label}"/><rect x="${left}" width="${right}" height="20" fill="${colour}"/></g>`,
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">',
    piece(0, left, label),
    piece(left, right, text),
    '</g></svg>',
    '',
  ].join('\n')
}
