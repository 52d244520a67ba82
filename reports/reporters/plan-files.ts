// Writes a plan file for each cause, which `assay replay` runs again; those of an earlier run are taken away.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { planPath } from '../plan-file.ts'
import type { Reporter } from '../run-record.ts'
import { takeAwayLink } from './take-away-link.ts'

const removeEarlier = (folder: string): void => {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { name } of files) if (name.endsWith('.json')) rmSync(join(folder, name))
}

export const planFilesReporter = (directory: string): Reporter => ({
  event(event) {
    const folder = join(directory, 'plans')
    if (event.type === 'run-started') {
      takeAwayLink(folder)
      mkdirSync(folder, { recursive: true })
      removeEarlier(folder)
    }
    if (event.type !== 'cause' || event.plan === null) return
    const file = join(directory, planPath(event.cause))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(event.plan, null, 2)}\n`)
  },
})
