// `npm run layers`: the folders of conformance/ from the top down, what each imports, and every cycle and upward import; exit code 1
// where there is one. With `--write` the linter's part of the law is written again from the list in tests/layers.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  betweenLayers,
  cyclesOf,
  importsIn,
  isOfLayers,
  layers,
  linterOverrides,
  upwardImports,
} from '../tests/layers.ts'
import { root } from '../tests/places.ts'

if (process.argv.includes('--write')) {
  const file = join(root, '.oxlintrc.json')
  const config = JSON.parse(readFileSync(file, 'utf8')) as { overrides: { files: string[] }[] }
  const others = config.overrides.filter((override) => !isOfLayers(override))
  const at = others.findIndex(({ files }) => files[0] === 'conformance/**') + 1
  config.overrides = [...others.slice(0, at), ...linterOverrides(), ...others.slice(at)]
  writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`)
}

const imports = importsIn('conformance')
const folders = betweenLayers(imports)
for (const layer of layers) {
  const below = folders.filter(({ from }) => from === layer).map(({ to }) => to)
  console.log(`${layer.padEnd(10)} → ${layers.filter((one) => below.includes(one)).join(' ') || '–'}`)
}
const upward = upwardImports(imports)
const cycles = ['conformance', 'reports', 'simulator'].flatMap((part) => cyclesOf(importsIn(part)))
const folderCycles = cyclesOf(folders)
console.log(`\nCycles of folders: ${folderCycles.length}`, ...folderCycles.map((cycle) => `\n  ${cycle.join(', ')}`))
console.log(`Cycles of files: ${cycles.length}`, ...cycles.map((cycle) => `\n  ${cycle.join(', ')}`))
console.log(`Upward imports: ${upward.length}`, ...upward.map(({ from, to }) => `\n  ${from} → ${to}`))
if (folderCycles.length + cycles.length + upward.length > 0) process.exitCode = 1
