// Writes a plan file for each cause, which `assay replay` runs again; those of an earlier run are taken away.
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { planPath } from '../plan-file.ts'
import type { Reporter } from '../run-record.ts'
import { removePlans } from './report-folder.ts'

export const planFilesReporter = (directory: string): Reporter => {
  const written = new Set<string>()
  let folder: string | undefined
  return {
    event(event) {
      if (event.type === 'run-started') folder = removePlans(directory)
      if (event.type !== 'cause' || event.plan === null) return
      folder ??= removePlans(directory)
      const file = join(folder, basename(planPath(event.cause)))
      // A file of that name which is still there is none of assay.
      writeFileSync(file, `${JSON.stringify(event.plan, null, 2)}\n`, { flag: written.has(file) ? 'w' : 'wx' })
      written.add(file)
    },
  }
}
