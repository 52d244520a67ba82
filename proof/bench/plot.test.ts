import t from 'tap'
import { svgOf } from './plot.ts'

const namesOf = (svg: string): [string, number][] =>
  [...svg.matchAll(/<text x="[\d.]+" y="([\d.]+)" text-anchor="start" fill="[^"]+">([^<]+)</g)].map(([, y, name]) => [
    name!,
    Number(y),
  ])

t.test('the names of lines that end beside each other do not cover each other, and keep their order', async (t) => {
  const ends = { a: 100, b: 99, c: 10, d: 98 }
  const lines = Object.entries(ends).map(([name, end]) => ({
    name,
    points: [
      [0, 0],
      [10, end],
    ] as const,
  }))
  const names = namesOf(svgOf({ title: 'A & B', x: 'x', y: 'y', lines }))
  const down = names.toSorted(([, a], [, b]) => a - b)
  t.strictSame(
    down.map(([name]) => name),
    ['a', 'b', 'd', 'c'],
  )
  for (const [n, [name, y]] of down.entries()) if (n > 0) t.ok(y - down[n - 1]![1] >= 14, `${name} at ${y}`)
})
