// `node scripts/from-source.js NAME …`: runs a script from its sources, bundled in a moment, for those that only read and write text and
// so need no build of everything.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const [name, ...args] = process.argv.slice(2)
const outfile = join(root, '.cache', 'scripts', `${name}.${process.pid}.js`)
const bundled = { bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' }

await build({ ...bundled, entryPoints: [join(root, 'scripts', `${name}.ts`)], outfile })
process.once('exit', () => rmSync(outfile, { force: true }))
process.argv = [process.execPath, outfile, ...args]
await import(pathToFileURL(outfile).href)
