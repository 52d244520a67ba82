// Processes that are killed in the middle of their work: what was acknowledged is so afterwards, and nothing is left of the rest.
import { nightSeed } from '../../tests/night-seed.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { entriesOf } from '../../own-files/own-folder.ts'
import { isWhole } from '../../tests/sampled.ts'
import { killOverHttp } from '../../tests/simulator/http-kills.ts'
import { multipart } from '../../tests/simulator/samples.ts'
import { outcome } from './attack.ts'
import type { Attack } from './attack.ts'
import { send } from './lab.ts'
import type { Simulator } from './lab.ts'

const day = 86_400

export const upload = (text: string) =>
  multipart([
    { name: 'kind', value: 'supporting' },
    { name: 'file', value: `%PDF-1.4\n${text}\n%%EOF`, filename: 'a.pdf', type: 'application/pdf' },
  ])

const clockOf = async (simulator: Simulator): Promise<number> =>
  Date.parse(simulator.parsed<{ now: string }>(await simulator.company('GET', '/clock')).now)

/** At night all of them, else a few. */
const nightly = 200
const few = 8

export const kills: Attack[] = [
  {
    id: 'Kills',
    sent: `kill -9 under eight clients that create, upload, hold, write and move the clock at once: ${few} times, at night ${nightly}`,
    first: 'not tried',
    bound:
      'each acknowledged write, file, credential and key, the clock, and each delivery that is owed are there after each start',
    isSlow: true,
    make: async ({ data, path, teardown }) => {
      const rounds = isWhole ? nightly : few
      const { wrong, ...done } = await killOverHttp({
        data,
        teardown,
        rounds,
        images: 1,
        seed: nightSeed(7),
        most: 110,
        program: path,
      })
      const said = `${done.kills} kills, ${done.images} copies of the file, ${done.acknowledged} writes, ${done.delivered} events delivered at the end`
      return outcome([said, ...wrong.slice(0, 3)].join('; '), wrong.length === 0 && done.kills === rounds)
    },
  },
  {
    id: 'H4',
    sent: 'kill -9 after the clock was advanced by 20 days',
    first: 'the clock goes back 20 days; expired tokens and links work again',
    bound: 'the clock stays, 401, 403',
    make: async (lab) => {
      const { data } = lab
      const before = await lab.simulator('--data', data)
      const id = await before.order()
      const hour = { client_id: 'cli_bluestem_sandbox', expires_in: 3600 }
      const token = before.parsed<{ access_token: string }>(await before.company('POST', '/tokens', hour)).access_token
      const document = before.parsed<{ id: string }>(
        await before.lender('POST', `/orders/${id}/documents`, upload('x')),
      )
      const detail = await before.lender('GET', `/documents/${document.id}`)
      const { url } = before.parsed<{ download: { url: string } }>(detail).download
      const advanced = await before.company('POST', '/clock/advance', { seconds: 20 * day })
      await before.kill()
      const after = await lab.simulator('--data', data)
      const back = Date.parse(before.parsed<{ now: string }>(advanced).now) - (await clockOf(after))
      const headers = { authorization: `Bearer ${token}` }
      const account = await send('GET', `${after.sandbox}/account`, { headers })
      const link = new URL(url)
      const file = await send('GET', `${new URL(after.sandbox).origin}${link.pathname}${link.search}`)
      const held = back <= 0 && account.status === 401 && file.status === 403
      return outcome(`${back > 0 ? `back by ${back} ms` : 'the clock stays'}, ${account.status}, ${file.status}`, held)
    },
  },
  {
    id: 'L6',
    sent: 'kill -9 in the middle of uploads, three times',
    first: '37 unfinished files and 60 of no document stay',
    bound: 'no file stays that is none of a document',
    make: async (lab) => {
      const { data } = lab
      let simulator = await lab.simulator('--data', data)
      for (let round = 0; round < 3; round += 1) {
        const id = await simulator.order()
        const uploads = Array.from({ length: 12 }, (_, n) =>
          simulator.lender('POST', `/orders/${id}/documents`, upload(`${n} ${'x'.repeat(200_000)}`)),
        )
        await Promise.race(uploads)
        await simulator.kill()
        await Promise.all(uploads)
        simulator = await lab.simulator('--data', data)
      }
      const names = entriesOf(`${data}.files`)
      const files = names.filter(({ isFile }) => isFile).length
      const list = await simulator.lender('GET', '/orders?per_page=100')
      let documents = 0
      for (const { id } of simulator.parsed<{ data: { id: string }[] }>(list).data) {
        const order = await simulator.lender('GET', `/orders/${id}`)
        documents += simulator.parsed<{ documents: unknown[] }>(order).documents.length
      }
      const rest = names.length - files
      return outcome(`${files} files of ${documents} documents, ${rest} folders`, files === documents && rest === 0)
    },
  },
  {
    id: 'L7',
    sent: 'kill -9 while the world is reset, six times',
    first: 'keys lost in 12 of 29: old tokens are answered 401',
    bound: 'the old token works',
    make: async (lab) => {
      const { data } = lab
      let lost = 0
      let simulator = await lab.simulator('--data', data)
      const { token } = simulator
      for (let round = 0; round < 6; round += 1) {
        for (let n = 0; n < 10; n += 1) await simulator.order()
        const reset = simulator.company('POST', '/reset')
        await sleep(round * 2)
        await simulator.kill()
        await reset
        simulator = await lab.simulator('--data', data)
        const headers = { authorization: `Bearer ${token}` }
        const { status } = await send('GET', `${simulator.sandbox}/account`, { headers })
        if (status !== 200) lost += 1
      }
      return outcome(`lost ${lost} of 6 times`, lost === 0)
    },
  },
]
