// `npm run hardening`: the bounds of cheap attacks hold, and a program that breaks one is found.
// Silent for up to 300 s.
import { existsSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { attacks } from '../../proof/hardening/attacks.ts'
import { promises, promisesTable } from '../../proof/hardening/promises.ts'
import { assay, root } from '../places.ts'
import { runAssay, startAssay } from '../run-assay.ts'
import { sampled } from '../sampled.ts'
import { happens } from '../wait-for.ts'

const program = ['--enable-source-maps', join(root, 'dist/proof/hardening/hardening.js')]

const hardening = (args: readonly string[]) => runAssay(args, { program })

t.test('bounds hold, and what is printed says what happened', async (t) => {
  const tried = sampled(['L11', 'H2a', 'H4', 'L6', 'M1', 'L3', 'L12', 'L13', 'Names', 'Listen, crowd'], 4)
  const { code, out, err } = await hardening(tried)
  t.equal(code, 0, out)
  t.match(err, `${tried.length} attacks, 0 bounds not held`)
  t.notMatch(err, /still open/, 'and nothing is left open')
  t.match(out, /^\| L11 +\| an advance .* \| 422, then 201 \| .* \| yes \|$/m)
})

t.test('a program that breaks a bound is found', async (t) => {
  const broken = join(t.testdir(), 'broken.mjs')
  // Takes long over each POST, and lets every page in at the control port.
  writeFileSync(
    broken,
    `import { Server } from 'node:http'
     const { emit } = Server.prototype
     Server.prototype.emit = function (event, request, ...rest) {
       if (event === 'request') {
         delete request.headers.origin
         const from = process.cpuUsage()
         while (request.method === 'POST' && process.cpuUsage(from).user < 150_000) for (let n = 0; n < 100_000; n += 1);
       }
       return emit.call(this, event, request, ...rest)
     }
     process.argv[1] = ${JSON.stringify(assay)}
     await import(${JSON.stringify(pathToFileURL(assay).href)})`,
  )
  const { code, out, err } = await hardening(['--program', broken, 'H2a', 'L11', 'L12'])
  t.equal(code, 1, out)
  t.match(err, '3 attacks, 2 bounds not held')
  t.match(out, /^\| H2a .* \*\*no\*\* \|$/m)
  t.match(out, /^\| L12 .* \*\*no\*\* \|$/m)
  t.match(out, /^\| L11 .* yes \|$/m)
})

t.test('what is ended by a signal takes its folder with it', async (t) => {
  const folder = t.testdir({})
  const watcher = watch(folder)
  const running = startAssay(['L11'], { program, env: { TMPDIR: folder } })
  await happens(watcher, 'change')
  watcher.close()
  running.child.kill('SIGTERM')
  t.equal((await running.ended).code, 2)
  t.strictSame(readdirSync(folder), [])
})

t.test('what is no attack or no option is refused', async (t) => {
  t.match(await hardening(['H99']), { code: 3, err: /^unknown_attack: H99 is none of H2a; / })
  t.match(await hardening(['--nonsense']), { code: 3, err: /^invalid_option: .*--nonsense/ })
})

t.test(
  'the page has what is promised, each attack shows one promise, and each test that is named is there',
  async (t) => {
    const page = readFileSync(join(root, 'docs/hardening.md'), 'utf8')
    const [, table = ''] = page.split('<!-- table -->')
    const cells = (text: string) => text.split('\n').map((row) => row.replaceAll(/ +| *-{3,} */g, ' '))
    t.strictSame(cells(table.trim()), cells(promisesTable()), 'as --write puts it there')
    t.ok(Buffer.byteLength(page) <= 10_000, `${Buffer.byteLength(page)} bytes`)
    t.strictSame(promises.flatMap(({ attacks: ids = [] }) => ids).toSorted(), attacks.map(({ id }) => id).toSorted())
    for (const name of promises.flatMap(({ tests = [] }) => tests))
      t.ok(existsSync(join(root, `tests/${name}.test.ts`)), name)
  },
)
