// Shows readings one after another: what is seen of each must be as told, and must differ from what the default shows.
import type { Test } from 'tap'
import { start, unlimited, type Answer, type Api } from '../simulator/support.ts'

/** `freedom=reading` to what to do and look at, and what is seen under that reading. */
export type Cases = Record<string, [look: (api: Api) => Promise<unknown>, seen: unknown]>

/** `201`, or `422 validation_failed`. */
export const outcome = ({ status, body }: Answer<unknown>): string =>
  [status, (body as { code?: string } | undefined)?.code].filter((part) => part !== undefined).join(' ')

/** The default side gets a simulator of its own for each case too, since cases leave orders behind. */
export const shown = async (t: Test, cases: Cases): Promise<void> => {
  for (const [name, [look, seen]] of Object.entries(cases)) {
    await t.test(name, async (t) => {
      const [freedom = '', reading = ''] = name.split('=')
      const varied = await start(t, { ...unlimited, readings: { [freedom]: reading } })
      const usual = await start(t, unlimited)
      t.strictSame(await look(varied), seen, 'as the reading says')
      t.notSame(await look(usual), seen, 'and not as by default')
    })
  }
}
