// Kills a process again and again while it writes, and looks each time whether all that it had acknowledged is there.
import { createInterface } from 'node:readline'
import type { Test } from 'tap'
import { createStore } from '../../simulator/store/create-store.ts'
import { account, child, order, wholeRow } from '../../simulator/store/data-file.support.ts'

const rows = [order('x'), ...(['events', 'documents', 'messages'] as const).map((name) => wholeRow(name, { account }))]

/** Five writers at once: rows that belong together, files, a row that is written again and again, and deletions. */
const writers = (round: number, known: number): string => `
  let n = ${known}
  const [anOrder, anEvent, aDocument, aMessage] = ${JSON.stringify(rows)}
  const order = (id, more) => store.orders.put({ ...anOrder, id, ...more })
  const write = async () => {
    for (;;) {
      const id = 'ord_' + n++
      order(id, { filler: 'x'.repeat(500) })
      store.events.put({ ...anEvent, id, order_id: id })
      order('ord_hot', { updated_at: n, filler: 'y'.repeat(40_000) })
      if (n % 10 === 0) {
        const file = 'doc_' + id.slice('ord_'.length)
        await store.files.put(file, Buffer.from(file))
        store.documents.put({ ...aDocument, id: file, order_id: id })
      }
      if (n % 7 === 0) store.messages.put({ ...aMessage, id, order_id: id, created_at: ${round} })
      await store.flush()
      say(id + ' ' + n)
    }
  }
  await Promise.all([write(), write(), write(), write(), write()])`

/** Rounds of different lengths, so that the kill meets appends, snapshots and the start. */
const lengthOf = (round: number): number => [1, 3, 40, 12, 90, 25][round % 6]!

export const killAgain = async (t: Test, file: string, rounds: number): Promise<void> => {
  const acknowledged: string[] = []
  let most = 0
  let known = 0
  for (let round = 1; round <= rounds; round += 1) {
    const writer = child(file, writers(round, known))
    const ended = new Promise((resolve) => writer.once('close', resolve))
    let left = lengthOf(round)
    for await (const line of createInterface({ input: writer.stdout })) {
      const [id, count] = line.split(' ')
      acknowledged.push(id!)
      most = Math.max(most, Number(count))
      if (--left === 0) writer.kill('SIGKILL')
    }
    await ended
    const store = await createStore({ file })
    const lost = acknowledged.filter((id) => !store.orders.get(id) || !store.events.get(id))
    if (lost.length > 0) t.fail(`round ${round}: ${lost.length} of ${acknowledged.length} acknowledged writes are lost`)
    const half = [...store.orders.values()].filter(({ id }) => id !== 'ord_hot' && !store.events.get(id))
    if (half.length > 0) t.fail(`round ${round}: ${half.length} writes are there by half`)
    for (const { id } of store.documents.values())
      if (String(await store.files.get(id)) !== id) t.fail(`round ${round}: the file of ${id} is not whole`)
    known = store.orders.size + 10
    await store.close()
  }
  t.comment(`${rounds} kills, ${acknowledged.length} acknowledged writes`)
  t.ok(acknowledged.length >= rounds, `all of ${acknowledged.length} acknowledged writes survived ${rounds} kills`)
}
