// `npm run hardening`: makes the known attacks again, each on processes of its own, and prints what came of them then and now; `--write` puts
// the table of promises into the page.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { assay, root } from '../../tests/places.ts'
import type { Attack, Outcome } from './attack.ts'
import { attacks } from './attacks.ts'
import { isMeasurable, withLab } from './lab.ts'
import { promisesTable } from './promises.ts'

const usage = 'npm run hardening -- [--quick] [--write] [--program FILE] [ATTACK …]'

const given = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        quick: { type: 'boolean', default: false },
        program: { type: 'string', default: assay },
        write: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    console.error(`invalid_option: ${(error as Error).message} Usage: ${usage}`)
    process.exit(3)
  }
}
const { values, positionals } = given()

const page = join(root, 'docs/hardening.md')

const isChosen = ({ id, isSlow }: Attack): boolean =>
  positionals.length === 0 ? !(values.quick && isSlow) : positionals.includes(id)

const made = async (attack: Attack): Promise<Outcome> => {
  try {
    return await withLab(values.program, attack.make)
  } catch (error) {
    return {
      now: `failed: ${String((error as Error).message)
        .split('\n')[0]!
        .slice(0, 200)}`,
      held: false,
    }
  }
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

const shown = ({ held }: Outcome): string => (held === null ? '–' : held ? 'yes' : '**no**')

const main = async (): Promise<number> => {
  if (!isMeasurable) {
    console.error(
      'hardening_unmeasurable: CPU and memory of other processes are read from /proc, which Linux has; run this there.',
    )
    return 3
  }
  if (values.write) {
    const [head, , tail] = readFileSync(page, 'utf8').split(/<!-- table -->/)
    writeFileSync(page, `${head}<!-- table -->\n\n${promisesTable()}\n\n<!-- table -->${tail}`)
    return 0
  }
  const unknown = positionals.filter((id) => !attacks.some((one) => one.id === id))
  if (unknown.length > 0) {
    console.error(
      `unknown_attack: ${unknown.join(', ')} is none of ${attacks.map(({ id }) => id).join('; ')}; name one of these.`,
    )
    return 3
  }
  const chosen = attacks.filter(isChosen)
  for (const line of ['| attack | sent | then | now | bound | held |', '| --- | --- | --- | --- | --- | --- |'])
    console.log(line)
  let open = 0
  for (const attack of chosen) {
    const result = await made(attack)
    if (result.held === false) open += 1
    const line = `| ${[attack.id, attack.sent, attack.first, result.now, attack.bound, shown(result)].map(cell).join(' | ')} |`
    console.log(line)
  }
  console.error(`${chosen.length} attacks, ${open} bounds not held`)
  return open > 0 ? 1 : 0
}

/** What an attack left open is named, and keeps nobody waiting. */
const endSoon = (): void => {
  const seconds = 3
  const end = (): void => {
    console.error(`still open ${seconds} s after the last attack: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit()
  }
  setTimeout(end, seconds * 1000).unref()
}

// Folders go, and processes end, with this one (`lab.ts`).
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(2))

process.exitCode = await main()
endSoon()
