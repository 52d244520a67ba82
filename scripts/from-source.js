// `node scripts/from-source.js NAME …`: runs a script from its sources, bundled in a moment, for those that only read and write text and
// so need no build of everything.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const [name, ...args] = process.argv.slice(2)
const outfile = join(root, '.cache', 'scripts', `${name}.js`)
const bundled = { bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' }

const made = await build({ ...bundled, entryPoints: [join(root, 'scripts', `${name}.ts`)], write: false })
mkdirSync(dirname(outfile), { recursive: true })
// Two at once must not see half of each other's.
writeFileSync(`${outfile}.${process.pid}`, made.outputFiles[0].text)
renameSync(`${outfile}.${process.pid}`, outfile)
process.argv = [process.execPath, outfile, ...args]
await import(pathToFileURL(outfile).href)
