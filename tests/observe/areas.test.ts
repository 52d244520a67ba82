// Where observers stand: each in the file or the folder of its freedom's area, which takes nothing from another area.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { freedoms } from '../../conformance/contract/contract.ts'
import type { Observer } from '../../conformance/observe/observer.ts'
import { observers, observersByArea } from '../../conformance/observe/watch-readings.ts'
import { importsIn, sourcesIn } from '../layers.ts'
import { root } from '../places.ts'

const folder = 'conformance/observe'
const areaOf = (id: string): string => id.slice(0, id.indexOf('.'))
const areas = new Set([...freedoms().keys()].map(areaOf))

/** `events` for `conformance/observe/events/payload.ts`; undefined for a file of no area. */
const areaOfFile = (file: string): string | undefined => {
  const name = file.slice(folder.length + 1).split(/[/.]/)[0]!
  return file.startsWith(`${folder}/`) && areas.has(name) ? name : undefined
}

const placesOf = (area: string): string[] => [`${area}.ts`, `${area}/index.ts`]
const standing = (area: string): string[] => placesOf(area).filter((file) => existsSync(join(root, folder, file)))

const modules = new URL('../../conformance/observe/', import.meta.url)
const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
const exportedBy = async (file: string): Promise<readonly Observer[]> => {
  const { href } = new URL(file.replace(/\.ts$/, extension), modules)
  return ((await import(href)) as { observers: readonly Observer[] }).observers
}

t.test('every observer is of a freedom there is, and no two are of one', async (t) => {
  const ids = observers.map(({ freedom }) => freedom)
  t.same(
    ids.filter((id) => !freedoms().has(id)),
    [],
  )
  t.same(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  )
})

t.test('the module of an area exports observers of that area alone, and all of them are registered', async (t) => {
  for (const area of areas) {
    const [file, ...others] = standing(area)
    t.same(others, [], `${area} has one place`)
    const exported = file === undefined ? [] : await exportedBy(file)
    const ids = exported.map(({ freedom }) => freedom)
    t.same(
      ids.filter((id) => areaOf(id) !== area),
      [],
      `${area} has its own alone`,
    )
    t.same((observersByArea[area] ?? []).map(({ freedom }) => freedom).toSorted(), ids.toSorted(), area)
  }
  t.same(
    Object.keys(observersByArea).filter((area) => !areas.has(area)),
    [],
  )
})

t.test('an observer is written where its area is, and what areas share is in no area', async (t) => {
  const files = sourcesIn(folder)
  const sources = new Map<string, string>()
  for (const file of files) {
    const area = areaOfFile(file)
    if (area) sources.set(area, (sources.get(area) ?? '') + readFileSync(join(root, file), 'utf8'))
  }
  t.same(
    observers.filter(({ freedom }) => !sources.get(areaOf(freedom))?.includes(`'${freedom}'`)),
    [],
  )
  t.same(
    importsIn('conformance').filter(({ from, to }) => {
      const [here, there] = [areaOfFile(from), areaOfFile(to)]
      return there !== undefined && here !== there && from !== `${folder}/watch-readings.ts`
    }),
    [],
  )
})
