// Reads the files of fixtures/ for the tests over them.
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { readFixture } from '../fixtures/read-fixture.ts'
import { root } from './places.ts'

const folder = join(root, 'fixtures', sep)

/** The content of `fixtures/<name>`, a YAML or JSON file, as the caller knows it. */
export const loadFixture = <T>(name: string): T =>
  (name.endsWith('.json') ? JSON.parse(readFileSync(folder + name, 'utf8')) : readFixture(name)) as T

/** Paths of all data files under `fixtures/`, relative to it, sorted. */
export const fixtureNames = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(md|ts)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.replace(/\/{2,}/g, '/').slice(folder.length))
    .toSorted()
