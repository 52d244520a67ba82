// Attacks on the simulator in the process of a test: its company takes files as the control port does.
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { outcome } from './attack.ts'
import type { Attack } from './attack.ts'

export const inProcess: Attack[] = [
  {
    id: 'H2a, in process',
    sent: 'the same by `simulator.company.addDocument`, in the process of the caller',
    first: 'not tried',
    bound: '≤ 100 ms of CPU, ≤ 64 MB, refused with a code',
    make: async (lab) => {
      const module = pathToFileURL(join(dirname(lab.path), 'in-process.js')).href
      const code = `
        import { createSimulator } from ${JSON.stringify(module)}
        const simulator = await createSimulator({ clock: { mode: 'manual' } })
        const { data: [order] } = await simulator.company.seedOrders({ statuses: ['new'], count: 1 })
        const add = (content) => simulator.company.addDocument(order.id, { kind: 'other', filename: 'a.txt', content_type: 'text/plain', content }).then(() => 'taken', ({ code }) => code)
        for (let n = 0; n < 3; n += 1) await add('aGk=')
        const before = process.memoryUsage().rss
        const begun = process.cpuUsage()
        const said = await add(' '.repeat(80_000) + '!')
        const { user, system } = process.cpuUsage(begun)
        console.log(JSON.stringify({ said, ms: (user + system) / 1000, mb: (process.memoryUsage().rss - before) / 2 ** 20 }))
        await simulator.close()`
      const { out, err } = await lab.program([], { program: ['--input-type=module', '--eval', code] }).ended
      if (out === '') throw new Error(err)
      const { said, ms, mb } = JSON.parse(out) as { said: string; ms: number; mb: number }
      const held = said !== 'taken' && ms <= 100 && mb <= 64
      return outcome(`${said}, ${Math.round(ms)} ms, ${Math.round(Math.max(mb, 0))} MB`, held)
    },
  },
]
