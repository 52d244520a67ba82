// A badge as SVG: how many rules hold, and in which colour; a rehearsal says that it is one.
import { countVerdicts, type Run } from '../summary.ts'

const colours = { good: '#2e7d32', partly: '#8a6d00', bad: '#c62828', unknown: '#616161' } as const

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** About as wide as the text is in 11 px Verdana, which the viewer may not have: `textLength` makes it fit. */
const widthOf = (text: string): number => Math.round([...text].length * 6.6)

const stateOf = (run: Run): { text: string; colour: string } => {
  const counts = countVerdicts(run.rules)
  const total = run.rules.length - counts['not-applicable']
  const exitCode = run.finished?.exit_code ?? 2
  if (counts.fail > 0) return { text: `${counts.fail} of ${total} rules broken`, colour: colours.bad }
  if (exitCode === 2) return { text: 'could not judge', colour: colours.unknown }
  if (counts.pass === total) return { text: `${total} rules hold`, colour: colours.good }
  return { text: `${counts.pass} of ${total} rules judged, none broken`, colour: colours.partly }
}

export const badgeSvg = (run: Run): string => {
  const { text, colour } = stateOf(run)
  const label = run.environment?.embedded ? 'assay rehearsal' : 'assay'
  const [left, right] = [widthOf(label) + 12, widthOf(text) + 12]
  const piece = (x: number, width: number, words: string): string =>
    `<text x="${x + width / 2}" y="14" textLength="${width - 12}" lengthAdjust="spacingAndGlyphs">${escape(words)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${escape(`${label}: ${text}`)}">`,
    `<title>${escape(`${label}: ${text}`)}</title>`,
    `<clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#424242"/><rect x="${left}" width="${right}" height="20" fill="${colour}"/></g>`,
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">',
    piece(0, left, label),
    piece(left, right, text),
    '</g></svg>',
    '',
  ].join('\n')
}
