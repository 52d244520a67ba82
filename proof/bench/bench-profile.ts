// `npm run bench:profile -- DIR`: which part each process of a sitting spent its processor time in, by the CPU profiles in a directory.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CpuProfile, partsOf } from './profile-parts.ts'

const [directory, most = '12'] = process.argv.slice(2)
if (directory === undefined) {
  process.stderr.write('no_directory: name a directory with .cpuprofile files, as `node --cpu-prof` writes them.\n')
  process.exit(3)
}

for (const file of readdirSync(directory).filter((name) => name.endsWith('.cpuprofile'))) {
  const { seconds, parts } = partsOf(JSON.parse(readFileSync(join(directory, file), 'utf8')) as CpuProfile)
  const shown = parts.slice(0, Number(most)).map(({ part, share }) => `${part} ${(share * 100).toFixed(1)} %`)
  process.stdout.write(`${file}: ${seconds.toFixed(2)} s\n  ${shown.join(', ')}\n`)
}
