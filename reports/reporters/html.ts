// The report as one page: report.html, with the kill matrix that lies beside it, where there is one.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReportFile } from '../html/first-screen.ts'
import { htmlReport } from '../html/page.ts'
import { matrixFormat, matrixVersion, type MatrixFigures } from '../matrix-figures.ts'
import type { Reporter } from '../run-record.ts'
import { fileReporter } from './when-done.ts'

/** Null where there is none, or none of this version. */
const matrixBeside = (directory: string): MatrixFigures | null => {
  const file = join(directory, 'matrix.json')
  if (!existsSync(file)) return null
  try {
    const matrix = JSON.parse(readFileSync(file, 'utf8')) as MatrixFigures
    return matrix.format === matrixFormat && matrix.version === matrixVersion ? matrix : null
  } catch {
    return null
  }
}

/** `files`: what the other reporters of the run write; the record is there when it is only rendered again, too. */
export const htmlReporter = (directory: string, files: readonly ReportFile[] = []): Reporter =>
  fileReporter(join(directory, 'report.html'), (run) => {
    const record = { name: 'run.ndjson', what: 'the record of the run' }
    const isNamed = files.some(({ name }) => name === record.name)
    const all = isNamed || !existsSync(join(directory, record.name)) ? files : [...files, record]
    const rulePages = existsSync(join(directory, 'rules', 'index.html')) ? 'rules/' : null
    return htmlReport(run, { matrix: matrixBeside(directory), files: all, rulePages })
  })
