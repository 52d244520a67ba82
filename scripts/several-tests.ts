// Runs several test files in this process, one after the other, each as a subtest under the name of its source. `test-groups.ts` starts it.
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import * as runner from 'tap'
import { cpuOfChildren } from './cpu.ts'
import { compiled, root } from './job.ts'

/** The bundle of tap has it: see build-runner.js. */
const { t, enter } = runner as typeof runner & { enter: (test: runner.Test) => void }

const cpu = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + (cpuOfChildren() ?? 0)
}

// The limit is that of one file.
const timeout = Number(process.env['TAP_TIMEOUT']) * 1000
t.setTimeout(0)

/** Kinds of what keeps this process from its end, as often as each is there. */
const openKinds = (): Map<string, number> => {
  const kinds = process.getActiveResourcesInfo()
  return new Map(kinds.map((kind) => [kind, kinds.filter((one) => one === kind).length]))
}

const files = process.argv.splice(2)
const open = [openKinds()]
let before = 0
for (const file of files) {
  const script = join(root, compiled(file))
  await t.test(file, { timeout }, async (test) => {
    // As where it runs alone: a longer name of a folder may be too long.
    test.testdirName = join(root, '.tap', 'fixtures', compiled(file).replaceAll(/[^\w.-]+/g, '-'))
    process.argv[1] = script
    enter(test)
    await import(pathToFileURL(script).href)
  })
  const after = cpu()
  t.comment(`cpu ${(after - before).toFixed(2)}`)
  before = after
  // What the file began or closed at its end is open or closed after a turn.
  await setImmediate()
  open.push(openKinds())
}

/** What was more after the file than before it, and never as few again. */
for (const [index, file] of files.entries()) {
  const [atFirst, ...since] = open.slice(index)
  const grown = [...since[0]!.keys()].filter((kind) =>
    since.every((kinds) => (kinds.get(kind) ?? 0) > (atFirst!.get(kind) ?? 0)),
  )
  if (grown.length > 0) t.comment(`left open by ${file}: ${grown.join(', ')}`)
}
