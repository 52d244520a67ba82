// The pool: which connection takes a request, who waits for one, and what is sent again because it never was.
import t from 'tap'
import type { Client, Dispatcher } from 'undici'
import { createPool } from './pool.ts'
import type { Posted } from './pool.ts'

/** A client that notes what it is given; its last handler says how that goes. */
const fakes = () => {
  const made: { handlers: Posted[]; paths: string[]; isClosed: boolean }[] = []
  const create = (): Client => {
    const fake = { handlers: [] as Posted[], paths: [] as string[], isClosed: false }
    made.push(fake)
    return {
      dispatch(options: Dispatcher.DispatchOptions, handler: Posted) {
        fake.paths.push(options.path)
        fake.handlers.push(handler)
        return true
      },
      close: async () => void (fake.isClosed = true),
    } as unknown as Client
  }
  return { made, create }
}

const posted = (path: string) => {
  const heard: string[] = []
  const it: Posted & { heard: string[]; isOver: boolean } = {
    heard,
    options: { path, method: 'POST' },
    isOver: false,
    onConnect: () => void heard.push('written'),
    onHeaders: () => true,
    onData: () => true,
    onComplete: () => void heard.push('complete'),
    onError: ({ message }) => void heard.push(message),
  }
  return it
}

const cut = Object.assign(new Error('cut'), { code: 'ECONNRESET', syscall: 'read' })
const soon = () => new Promise((resolve) => setImmediate(resolve))

t.test('what became free last takes the next, and beyond the most there may be requests wait in turn', async (t) => {
  const { made, create } = fakes()
  const pool = createPool(create, 2)
  for (const path of ['/1', '/2', '/3', '/4']) pool.send(posted(path))
  t.same(
    made.map(({ paths }) => paths),
    [['/1'], ['/2']],
  )
  made[1]!.handlers[0]!.onComplete()
  await soon()
  t.same(made[1]!.paths, ['/2', '/3'])
  made[1]!.handlers[1]!.onError(new Error('lost'))
  await soon()
  t.same(made[1]!.paths, ['/2', '/3', '/4'])
  made[0]!.handlers[0]!.onComplete()
  made[1]!.handlers[2]!.onComplete()
  pool.send(posted('/5'))
  t.same(made[1]!.paths.at(-1), '/5')
})

t.test('one that nobody waits for any more is passed by', async (t) => {
  const { made, create } = fakes()
  const pool = createPool(create, 1)
  const late = posted('/late')
  for (const one of [posted('/1'), late, posted('/2')]) pool.send(one)
  late.isOver = true
  made[0]!.handlers[0]!.onComplete()
  await soon()
  t.same(made[0]!.paths, ['/1', '/2'])
})

t.test('a request that a kept connection was cut before is sent again, once', async (t) => {
  const { made, create } = fakes()
  const pool = createPool(create, 1)
  pool.send(posted('/1'))
  made[0]!.handlers[0]!.onComplete()
  const next = posted('/2')
  pool.send(next)
  made[0]!.handlers[1]!.onError(cut)
  await soon()
  t.same(made[0]!.paths, ['/1', '/2', '/2'])
  t.same(next.heard, [])
  made[0]!.handlers[2]!.onError(cut)
  t.same(next.heard, ['cut'])
})

t.test('what was written, had a connection of its own, failed otherwise or is over is not', async (t) => {
  const { made, create } = fakes()
  const pool = createPool(create, 1)
  const refused = Object.assign(new Error('refused'), { code: 'ECONNRESET', syscall: 'connect' })
  const tries: [error: Error, isWritten: boolean, isOver: boolean][] = [
    [cut, false, false],
    [cut, true, false],
    [refused, false, false],
    [new Error('other'), false, false],
    [cut, false, true],
  ]
  for (const [n, [error, isWritten, isOver]] of tries.entries()) {
    const one = posted(`/${n}`)
    pool.send(one)
    const handler = made[0]!.handlers[n]!
    if (isWritten) handler.onConnect(() => undefined)
    one.isOver = isOver
    handler.onError(error)
    await soon()
    t.equal(one.heard.at(-1), error.message)
    t.equal(made[0]!.paths.length, n + 1)
  }
})

t.test('a pool that is let go closes each connection when what it carries is over', async (t) => {
  const { made, create } = fakes()
  const pool = createPool(create, 2)
  for (const path of ['/1', '/2', '/3']) pool.send(posted(path))
  made[0]!.handlers[0]!.onComplete()
  await soon()
  made[1]!.handlers[0]!.onComplete()
  pool.retire()
  t.same(
    made.map(({ isClosed }) => isClosed),
    [false, true],
  )
  made[0]!.handlers[1]!.onComplete()
  t.equal(made[0]!.isClosed, true)
})
