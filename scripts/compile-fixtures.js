// Copies fixtures/**/*.yaml into dist/fixtures/ as JSON, which is read a hundred times faster. Each copy names the hash of its source,
// so that a reader takes it for that very source alone, and parses the YAML otherwise.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'

export const yamlIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'))

const isCurrent = (copy, hash) => {
  try {
    return JSON.parse(readFileSync(copy, 'utf8')).source === hash
  } catch {
    return false
  }
}

const hashOf = (text) => createHash('sha256').update(text).digest('hex')

/** What the copy of a YAML text holds. */
export const copyOf = (text) => JSON.stringify({ source: hashOf(text), content: parse(text) })

/**
 * @param root of the checkout; what is current is left as it is
 * @returns whether something was written
 */
export const compileFixtures = (root) => {
  const [from, to] = [join(root, 'fixtures'), join(root, 'dist', 'fixtures')]
  let isNew = false
  for (const name of yamlIn(from)) {
    const text = readFileSync(join(from, name), 'utf8')
    const copy = join(to, `${name}.json`)
    if (isCurrent(copy, hashOf(text))) continue
    mkdirSync(dirname(copy), { recursive: true })
    writeFileSync(copy, copyOf(text))
    isNew = true
  }
  return isNew
}

/** @param file of dist/, by its path there; a copy whose source is gone */
export const isStaleFixture = (root, file) =>
  file.startsWith('fixtures/') && file.endsWith('.yaml.json') && !existsSync(join(root, file.replace(/\.json$/, '')))
