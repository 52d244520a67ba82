// Takes the files of Swagger UI that the page /docs needs from its package, of one version and checked, into simulator/console/swagger-ui.
// `node scripts/vendor-swagger-ui.js VERSION INTEGRITY`, as `npm view swagger-ui-dist@VERSION dist.integrity` says it. As a dependency it would
// bring 10 MB and a package that reports each installation.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

const [version, integrity] = process.argv.slice(2)
if (!version || !integrity?.startsWith('sha512-')) throw new Error('Give a version and its integrity, sha512-….')
const to = fileURLToPath(new URL('../simulator/console/swagger-ui/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'swagger-ui-'))
execFileSync('npm', ['pack', `swagger-ui-dist@${version}`, '--silent', '--ignore-scripts'], { cwd: folder })
const archive = join(folder, `swagger-ui-dist-${version}.tgz`)
const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
if (found !== integrity) throw new Error(`The archive must be ${integrity}, and it is ${found}; nothing was taken.`)
execFileSync('tar', ['xzf', archive, '-C', folder])
const read = (name) => readFileSync(join(folder, 'package', name))
const files = ['swagger-ui-bundle.js', 'swagger-ui.css']
for (const name of files) writeFileSync(`${to}${name}.br`, brotliCompressSync(read(name)))
for (const name of ['NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']) writeFileSync(`${to}${name}`, read(name))
const hashes = Object.fromEntries(files.map((name) => [name, createHash('sha256').update(read(name)).digest('hex')]))
writeFileSync(
  `${to}origin.json`,
  `${JSON.stringify({ package: 'swagger-ui-dist', version, integrity, sha256: hashes }, null, 2)}\n`,
)
