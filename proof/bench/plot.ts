// A plot as SVG: lines over a linear or a logarithmic axis, each with its name at its end.

export type Line = { name: string; points: readonly (readonly [x: number, y: number])[] }

type Plot = { title: string; x: string; y: string; logarithmic?: boolean; lines: readonly Line[] }

const [width, height] = [760, 400]
const frame = { left: 64, right: 180, top: 44, bottom: 52 }
const colours = ['#1f5fa8', '#b3470f', '#2b7a3d', '#7a3d99', '#8a6d00', '#5a5a5a']

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** About five round steps from 0 on. */
const ticksTo = (most: number): number[] => {
  const rough = most / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough)!
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, n) => Number((n * step).toPrecision(6)))
}

/** Where the names stand: beside the ends of their lines, moved down as far as one would cover another. */
const apart = (ends: readonly number[], least: number): number[] => {
  const places = [...ends]
  let above = -Infinity
  for (const n of ends.map((_, n) => n).toSorted((a, b) => ends[a]! - ends[b]!))
    above = places[n] = Math.max(ends[n]!, above + least)
  return places
}

export const svgOf = ({ title, x, y, logarithmic = false, lines }: Plot): string => {
  const all = lines.flatMap(({ points }) => points)
  const xs = all.map(([at]) => at)
  const [first, last, most] = [Math.min(...xs), Math.max(...xs), Math.max(...all.map(([, value]) => value)) * 1.05]
  const [right, bottom] = [width - frame.right, height - frame.bottom]
  const part = (at: number) =>
    logarithmic ? Math.log(at / first) / Math.log(last / first) : (at - first) / (last - first)
  const xOf = (at: number) => (frame.left + part(at) * (right - frame.left)).toFixed(1)
  const yOf = (value: number) => (bottom - (value / most) * (bottom - frame.top)).toFixed(1)
  const marks = logarithmic ? [...new Set(xs)] : ticksTo(last).filter((at) => at >= first)
  const text = (at: string, up: string, anchor: string, words: string, more = '') =>
    `<text x="${at}" y="${up}" text-anchor="${anchor}"${more}>${escaped(words)}</text>`
  const names = apart(
    lines.map(({ points }) => Number(yOf(points.at(-1)![1])) + 4),
    14,
  )
  const parts = [
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(String(frame.left), '24', 'start', title, ' font-size="15" font-weight="bold"'),
    ...ticksTo(most).flatMap((value) => [
      `<line x1="${frame.left}" y1="${yOf(value)}" x2="${right}" y2="${yOf(value)}" stroke="#dddddd"/>`,
      text(String(frame.left - 8), String(Number(yOf(value)) + 4), 'end', value.toLocaleString('en-US')),
    ]),
    ...marks.map((at) => text(xOf(at), String(bottom + 18), 'middle', at.toLocaleString('en-US'))),
    text(String((frame.left + right) / 2), String(height - 12), 'middle', x),
    text('16', String(frame.top - 6), 'start', y),
    ...lines.flatMap(({ name, points }, n) => {
      const colour = colours[n % colours.length]!
      const path = points.map(([at, value]) => `${xOf(at)},${yOf(value)}`).join(' ')
      const [endX] = points.at(-1)!
      return [
        `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
        text(String(Number(xOf(endX)) + 8), names[n]!.toFixed(1), 'start', name, ` fill="${colour}"`),
      ]
    }),
  ]
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#222222" role="img" aria-label="${escaped(title)}">`
  return `${head}\n${parts.join('\n')}\n</svg>\n`
}
