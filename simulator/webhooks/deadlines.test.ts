// Time limits: each comes to its end once, in turn, and not when it was ended before.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import t from 'tap'
import { happens } from '../../tests/wait-for.ts'
import { createDeadlines } from './deadlines.ts'

t.test('limits of one length end in the order in which they began, but for those ended before', async (t) => {
  const deadlines = createDeadlines()
  const over: string[] = []
  await new Promise<void>((resolve) => {
    const keep = setInterval(() => undefined, 1_000)
    const limited = (name: string) => ({
      expire() {
        over.push(name)
        if (name !== 'last') return
        clearInterval(keep)
        resolve()
      },
    })
    const ended = limited('ended')
    deadlines.begin(limited('first'), 5)
    deadlines.begin(ended, 5)
    deadlines.begin(limited('second'), 5)
    deadlines.begin(limited('last'), 60)
    deadlines.end(ended, 5)
  })
  t.same(over, ['first', 'second', 'last'])
})

t.test('one that begins as another ends has its whole time', async (t) => {
  const deadlines = createDeadlines()
  const ms = 20
  const waited = await new Promise<number>((resolve) => {
    const keep = setInterval(() => undefined, 1_000)
    deadlines.begin(
      {
        expire() {
          const began = performance.now()
          const expire = () => {
            clearInterval(keep)
            resolve(performance.now() - began)
          }
          deadlines.begin({ expire }, ms)
        },
      },
      ms,
    )
  })
  t.ok(waited >= ms - 1, `${waited} of ${ms} ms`)
})

t.test('what came in time ends it, though the process was kept from reading it', async (t) => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await happens(server, 'listening')
  const taken = happens<[Socket]>(server, 'connection')
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [writer] = await taken
  t.teardown(() => {
    reader.destroy()
    server.close()
  })
  const deadlines = createDeadlines()
  const ended: string[] = []
  const limited = { expire: () => void ended.push('expired') }
  reader.once('data', () => {
    deadlines.end(limited, 20)
    ended.push('read')
  })
  deadlines.begin(limited, 20)
  writer.write('an answer')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60)
  await happens(reader, 'data')
  t.same(ended, ['read'])
})
