// Shows readings: what is seen of each must be as given, and must differ from what the default shows.
import type { Test } from 'tap'
import { start, unlimited, type Answer, type Api } from '../simulator/support.ts'

type Look = (api: Api) => Promise<unknown>

/** `freedom=reading` to what to do and look at, and what is seen under that reading. */
export type Cases = Record<string, [look: Look, seen: unknown]>

/** `201`, or `422 validation_failed`. */
export const outcome = ({ status, body }: Answer<unknown>): string =>
  [status, (body as { code?: string } | undefined)?.code].filter((part) => part !== undefined).join(' ')

const freedomOf = (name: string): string => name.slice(0, name.indexOf('='))

/** Few simulators for many readings: one of each freedom in a pack, and those that reach into others on their own. */
const packed = (names: readonly string[], alone: readonly string[]): string[][] => {
  const packs: string[][] = []
  for (const name of names) {
    const freedom = freedomOf(name)
    const fits = (pack: string[]) =>
      pack.every((other) => freedomOf(other) !== freedom && !alone.includes(freedomOf(other)))
    const pack = alone.includes(freedom) ? undefined : packs.find(fits)
    if (pack) pack.push(name)
    else packs.push([name])
  }
  return packs
}

/** `alone` are the freedoms whose readings the cases of others would notice. */
export const shown = async (t: Test, cases: Cases, alone: readonly string[]): Promise<void> => {
  const usual = await start(t, unlimited)
  for (const pack of packed(Object.keys(cases), alone)) {
    const readings = Object.fromEntries(pack.map((name) => name.split('=') as [string, string]))
    await t.test(pack.length === 1 ? pack[0]! : `${pack.length} readings together`, async (t) => {
      const varied = await start(t, { ...unlimited, readings })
      for (const name of pack) {
        const [look, seen] = cases[name]!
        t.strictSame(await look(varied), seen, `${name}: as the reading says`)
        t.notSame(await look(usual), seen, `${name}: and not so by default`)
      }
    })
  }
}
