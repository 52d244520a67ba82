// Worlds to import that are cut, doubled, deep or of wrong types: each is refused in one sentence and changes nothing, or is read whole.
import { nightSeed } from '../night-seed.ts'
import fc from 'fast-check'
import t from 'tap'
import { checksumOf } from '../../simulator/snapshots/world-file.ts'
import type { WorldFile } from '../../simulator/public/simulator-options.ts'
import { isWhole } from '../sampled.ts'
import { act, started } from '../simulator/world-acts.ts'
import { serverFaults } from './server-faults.ts'
import { changes, spoil, spoiledText, textChange, undrawn, type TextChange } from './spoiled-files.ts'

const count = isWhole ? 600 : 200
const seed = nightSeed()

type Spoiled = { all: Parameters<typeof spoil>[1]; keeps: 'none' | 'old' | 'new' }

const bodyOf = (file: WorldFile, { all, keeps }: Spoiled): string => {
  const copy = structuredClone(file)
  spoil(copy, all)
  if (keeps === 'none') delete copy.checksum
  try {
    if (keeps === 'new') copy.checksum = checksumOf(copy).sum
  } catch {
    // Of what has no tables there is none.
  }
  return JSON.stringify(copy)
}

const given: fc.Arbitrary<Spoiled | TextChange> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ all: changes, keeps: fc.constantFrom('none', 'old', 'new') }) },
  { weight: 2, arbitrary: textChange },
)

t.test(`${count} worlds, seed ${seed}`, async (t) => {
  const { simulator, port } = await started(t)
  await act(port, simulator, 11, 40)
  await simulator.idle()
  const file = await simulator.export()
  const whole = JSON.stringify(file)
  const { controlUrl, sandboxUrl } = simulator
  const sumNow = async (): Promise<string> => (await simulator.export()).checksum!
  const before = await sumNow()

  const counts: Record<string, number> = { taken: 0 }
  const seen = new Set<string | number>()
  await fc.assert(
    fc.asyncProperty(given, async (one) => {
      for (const { how } of 'all' in one ? one.all : [one]) seen.add(how)
      const body = 'all' in one ? bodyOf(file, one) : spoiledText(whole, one)
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${controlUrl}/world`, { method: 'POST', headers, body })
      const said = await answer.text()
      if (answer.status < 300) {
        counts['taken']! += 1
        const failed = await serverFaults(simulator)
        await simulator.import(file)
        await simulator.idle()
        await port.signIn()
        if (failed.length > 0) throw new Error(`taken, and then ${failed.join('; ')}`)
        return
      }
      const { code = '', message = '' } = JSON.parse(said) as { code?: string; message?: string }
      counts[`${answer.status} ${code}`] = (counts[`${answer.status} ${code}`] ?? 0) + 1
      if (answer.status >= 500 || !/^[a-z_]+$/.test(code) || !/^[^\n]+\.$/.test(message) || message.length > 600)
        throw new Error(`refused with ${answer.status} ${said.slice(0, 500)}`)
      if (/\n\s+at |node:internal|\/dist\//.test(said)) throw new Error('a trace is shown')
      const now = await sumNow()
      if (now !== before) throw new Error(`refused with ${said}, and changed`)
    }),
    { numRuns: count, seed },
  )
  t.comment(JSON.stringify(counts))
  t.ok(counts['taken']! > count / 60 && counts['422 world_damaged']! > count / 6, 'both taken and refused ones')
  t.strictSame(undrawn(seen), [], 'each way was drawn')
  t.equal((await fetch(`${sandboxUrl}/ping`)).status, 200)
})
