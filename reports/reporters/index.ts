// The reporters by name: what each writes, and which are used unless others are asked for.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter } from '../run-record.ts'
import { annotations } from './annotations.ts'
import { badgeSvg } from './badge.ts'
import { harLog } from './har.ts'
import { htmlReporter } from './html.ts'
import { jsonFileReporter } from './json-file.ts'
import { junitXml } from './junit.ts'
import { markdownSummary } from './markdown.ts'
import { ndjsonReporter } from './ndjson.ts'
import { openMetrics } from './open-metrics.ts'
import { planFilesReporter } from './plan-files.ts'
import { terminalReporter } from './terminal.ts'
import { fileReporter, whenDone } from './when-done.ts'

/** Where a run's reports go, and what is known of the place. */
export type Place = {
  directory: string
  env: Record<string, string | undefined>
  /** Writes to standard output. */
  write: (text: string) => void
  colour: boolean
  /** All reporters of the run, for those that link to what the others write. */
  names?: readonly string[]
  /** Given where the lines at the foot of the screen can be drawn over and over. */
  live?: { columns: () => number; now: () => number }
}

type ReporterKind = {
  /** The file or folder in the report directory; null where it writes to standard output. */
  file: string | null
  /** In words, for lists. */
  what: string
  usual: boolean
  create(place: Place): Reporter
}

/** The one for people first; the other two hold all there is. */
const filesToOpen = (directory: string, names: readonly string[]): [what: string, file: string][] =>
  [
    ['Report', 'html'],
    ['JSON', 'json'],
    ['Record', 'ndjson'],
  ].flatMap(([what, name]) =>
    names.includes(name!) ? [[what!, join(directory, reporterKinds[name!]!.file!)] as [string, string]] : [],
  )

const toFile =
  (file: string, render: Parameters<typeof fileReporter>[1]): ReporterKind['create'] =>
  ({ directory }) =>
    fileReporter(join(directory, file), render)

/** Also to the summary of a GitHub Actions job, where there is one. */
const markdownReporter = ({ directory, env }: Place): Reporter => {
  const summary = env['GITHUB_STEP_SUMMARY']
  const reporter = fileReporter(join(directory, 'summary.md'), markdownSummary)
  if (!summary) return reporter
  const step = whenDone((run) => appendFileSync(summary, markdownSummary(run)))
  return {
    event(event) {
      reporter.event(event)
      step.event(event)
    },
  }
}

export const reporterKinds: Readonly<Record<string, ReporterKind>> = {
  json: {
    file: 'report.json',
    what: 'the run for machines',
    usual: true,
    create: ({ directory }) => jsonFileReporter(join(directory, 'report.json')),
  },
  ndjson: {
    file: 'run.ndjson',
    what: 'the record of the run, event by event, as it goes',
    usual: true,
    create: ({ directory }) => ndjsonReporter(join(directory, 'run.ndjson')),
  },
  plans: {
    file: 'plans/',
    what: 'a plan file for each cause, for `assay replay`',
    usual: true,
    create: ({ directory }) => planFilesReporter(directory),
  },
  html: {
    file: 'report.html',
    what: 'the report as one page, for people',
    usual: true,
    create: ({ directory, names = [] }) => htmlReporter(directory, filesOf(names)),
  },
  junit: { file: 'junit.xml', what: 'JUnit XML for CI servers', usual: true, create: toFile('junit.xml', junitXml) },
  markdown: { file: 'summary.md', what: 'Markdown for a job summary', usual: true, create: markdownReporter },
  badge: { file: 'badge.svg', what: 'a badge', usual: true, create: toFile('badge.svg', badgeSvg) },
  har: { file: 'run.har', what: 'HAR 1.2 of every exchange', usual: false, create: toFile('run.har', harLog) },
  metrics: {
    file: 'metrics.prom',
    what: 'OpenMetrics of the run',
    usual: false,
    create: toFile('metrics.prom', openMetrics),
  },
  terminal: {
    file: null,
    what: 'progress, and one screen at the end',
    usual: true,
    create: ({ directory, names = [], ...place }) =>
      terminalReporter({
        ...place,
        directory: names.includes('plans') ? join(directory, '/') : null,
        files: filesToOpen(directory, names),
      }),
  },
  annotations: {
    file: null,
    what: 'GitHub annotations; usual where GITHUB_ACTIONS is true',
    usual: false,
    create: ({ write }) => whenDone((run) => write(annotations(run))),
  },
}

/** Without the page itself. */
const filesOf = (names: readonly string[]): { name: string; what: string }[] =>
  names.flatMap((name) => {
    const { file, what } = reporterKinds[name]!
    return file === null || name === 'html' ? [] : [{ name: file, what }]
  })

export const reporterNames: readonly string[] = Object.keys(reporterKinds)

const usualNames = ({ env }: Pick<Place, 'env'>): string[] =>
  reporterNames.filter(
    (name) => reporterKinds[name]!.usual || (name === 'annotations' && env['GITHUB_ACTIONS'] === 'true'),
  )

/** `default` and `all` stand for several; none asked for means `default`. Unknown names are given back. */
export const chooseReporters = (
  asked: readonly string[],
  place: Pick<Place, 'env'>,
): { names: string[]; unknown: string[] } => {
  const wanted = new Set(
    (asked.length === 0 ? ['default'] : asked).flatMap((name) => {
      if (name === 'default') return usualNames(place)
      return name === 'all' ? reporterNames : [name]
    }),
  )
  return {
    names: reporterNames.filter((name) => wanted.has(name)),
    unknown: [...wanted].filter((name) => !Object.hasOwn(reporterKinds, name)),
  }
}

/** One that cannot start is left out: `broken` is called with it. */
export const createReporters = (
  names: readonly string[],
  place: Place,
  broken: (message: string) => void,
): Reporter[] =>
  names.flatMap((name) => {
    try {
      return [{ name, ...reporterKinds[name]!.create({ ...place, names }) }]
    } catch (error) {
      broken(`${name}: ${(error as Error).message}`)
      return []
    }
  })
