// The report as one page: report.html, with the kill matrix that lies beside it, where there is one.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { htmlReport } from '../html/page.ts'
import { matrixFormat, matrixVersion, type KillMatrix } from '../kill-matrix.ts'
import type { Reporter } from '../run-record.ts'
import { fileReporter } from './when-done.ts'

/** Null where there is none, or none of this version. */
const matrixBeside = (directory: string): KillMatrix | null => {
  const file = join(directory, 'matrix.json')
  if (!existsSync(file)) return null
  try {
    const matrix = JSON.parse(readFileSync(file, 'utf8')) as KillMatrix
    return matrix.format === matrixFormat && matrix.version === matrixVersion ? matrix : null
  } catch {
    return null
  }
}

export const htmlReporter = (directory: string): Reporter =>
  fileReporter(join(directory, 'report.html'), (run) => htmlReport(run, { matrix: matrixBeside(directory) }))
