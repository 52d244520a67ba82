// A YAML file of fixtures/, from the copy that the build made of it where that is of this very text.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

/** Where `fixtures/<name>` lies. */
export const fixturePath = (name: string): string => {
  const marker = fileURLToPath(import.meta.resolve('#fixtures/openapi.yaml'))
  return join(marker, '..', name)
}

const compiled = (name: string): { source?: unknown; content?: unknown } => {
  try {
    return JSON.parse(readFileSync(fixturePath(join('..', 'dist', 'fixtures', `${name}.json`)), 'utf8')) as object
  } catch {
    return {}
  }
}

export const readFixture = (name: string): unknown => {
  const text = readFileSync(fixturePath(name), 'utf8')
  const { source, content } = compiled(name)
  return source === createHash('sha256').update(text).digest('hex') ? content : parse(text)
}
