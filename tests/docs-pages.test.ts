// Pages of docs/ are short enough to be read: each answers one question.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import t from 'tap'
import { root } from './places.ts'

const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
const read = (name: string): string => readFileSync(join(root, 'docs', name), 'utf8')

/** What a heading is linked by. */
const anchorsIn = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  )

t.test('no page is longer than 12 kB: split it by question', async (t) => {
  t.strictSame(
    pages.filter((name) => Buffer.byteLength(read(name)) > 12_000),
    [],
  )
  t.ok(Buffer.byteLength(readFileSync(join(root, 'CONTRIBUTING.md'))) <= 8_192, 'CONTRIBUTING has 8 kB at most')
})

t.test('every page is reached from another one or from the README', async (t) => {
  const texts = [readFileSync(join(root, 'README.md'), 'utf8'), readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')]
  const reached = (name: string): boolean =>
    texts.some((text) => text.includes(`docs/${name}`)) ||
    pages.some((other) => other !== name && read(other).includes(`](${name}`))
  t.strictSame(
    pages.filter((name) => !reached(name)),
    [],
  )
})

t.test('every link to a heading leads to one', async (t) => {
  for (const page of pages)
    for (const [, file = '', anchor = ''] of read(page).matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)) {
      const to = file === '' ? join(root, 'docs', page) : resolve(root, 'docs', dirname(page), file)
      t.ok(existsSync(to) && anchorsIn(readFileSync(to, 'utf8')).has(anchor), `${page} links to ${file}#${anchor}`)
    }
})
