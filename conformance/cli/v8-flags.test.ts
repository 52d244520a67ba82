// Each version of V8 gets the flags that it knows, and a start prints no error about them.
import t from 'tap'
import { runAssay } from '../../tests/run-assay.ts'
import { optimiseLess, v8Flags } from './v8-flags.ts'

const versions = {
  'Node 20': '11.3.244.8-node.33',
  'Node 22': '12.4.254.21-node.57',
  'Node 24': '13.6.233.17-node.53',
  'Node 26': '14.6.202.34-node.34',
}

t.test('only Node 20 has an interrupt budget', async (t) => {
  for (const [node, v8] of Object.entries(versions)) {
    const has = (flags: string[]) => flags.some((flag) => flag.startsWith('--interrupt-budget='))
    for (const command of ['conform', 'replay', 'adequacy', 'simulate'])
      t.equal(
        has(v8Flags(command, { v8, isOverChannel: true, options: [] })),
        node === 'Node 20',
        `${node}, ${command}`,
      )
    t.equal(has(optimiseLess(v8)), node === 'Node 20')
  }
  t.strictSame(v8Flags('report', { isOverChannel: false, options: [] }), [])
})

t.test('a simulator stays small, unless Node was given a size', async (t) => {
  const small = (...options: string[]) => v8Flags('simulate', { isOverChannel: false, options })
  t.strictSame(small(), ['--semi-space-growth-factor=1'])
  t.strictSame(small('--enable-source-maps', '--max-semi-space-size=64'), [])
  t.strictSame(small('--max_semi_space_size=64 --trace-warnings'), [])
})

t.test('this V8 knows what it is given', async (t) => {
  const script = `
    const { setFlagsFromString } = await import('node:v8')
    for (const flag of ${JSON.stringify(v8Flags('simulate', { isOverChannel: true, options: [] }))}) setFlagsFromString(flag)`
  t.match(await runAssay([], { program: ['--input-type=module', '--eval', script] }), { code: 0, err: '' })
})

t.test('a command that sets them prints no error', async (t) => {
  t.match(await runAssay(['conform', '--list', '--area', 'account']), { code: 0, err: '' })
  t.match(await runAssay(['simulate', '--list-readings', 'list']), { code: 0, err: '' })
})
