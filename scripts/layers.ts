// `npm run layers`: the folders of both programs from the top down, what each imports, and every cycle and upward import; exit code 1
// where there is one. With `--write` the linter's part of the law is written again from the lists in tests/layers.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  betweenLayers,
  cyclesOf,
  importsIn,
  isOfLayers,
  layers,
  linterOverrides,
  programs,
  upwardImports,
} from '../tests/layers.ts'
import { root } from '../tests/places.ts'

if (process.argv.includes('--write')) {
  const file = join(root, '.oxlintrc.json')
  const config = JSON.parse(readFileSync(file, 'utf8')) as { overrides: { files: string[] }[] }
  for (const program of programs) {
    const isOf = isOfLayers(program)
    const others = config.overrides.filter((override) => !isOf(override))
    const at = others.findIndex(({ files }) => files[0] === `${program}/**`) + 1
    config.overrides = [...others.slice(0, at), ...linterOverrides(program), ...others.slice(at)]
  }
  writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`)
}

const print = (what: string, found: readonly string[]): void => {
  console.log(`${what}: ${found.length}`, ...found.map((one) => `\n  ${one}`))
  if (found.length > 0) process.exitCode = 1
}

const joined = (cycles: readonly string[][]): string[] => cycles.map((cycle) => cycle.join(', '))

for (const program of programs) {
  const order = layers[program]
  const imports = importsIn(program)
  const folders = betweenLayers(imports)
  console.log(`${program}/`)
  for (const layer of order) {
    const below = folders.filter(({ from }) => from === layer).map(({ to }) => to)
    console.log(`  ${layer.padEnd(10)} → ${order.filter((one) => below.includes(one)).join(' ') || '–'}`)
  }
  print('Cycles of folders', joined(cyclesOf(folders)))
  print('Cycles of files', joined(cyclesOf(imports)))
  print(
    'Upward imports',
    upwardImports(imports, order).map(({ from, to }) => `${from} → ${to}`),
  )
  console.log()
}
print('Cycles of files in reports/', joined(cyclesOf(importsIn('reports'))))
