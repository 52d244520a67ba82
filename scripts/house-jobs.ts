// What must hold of the sources before any test is worth its time: lint, form and types.
import { join } from 'node:path'
import type { Job } from './job.ts'

const tool = (path: string): string => join('node_modules', path)

export const oxlint: Job = { name: 'oxlint', command: [tool('oxlint/bin/oxlint'), '--deny-warnings', '.'] }

/**
 * The form that prettier has too, with which scripts write files. It would sort a manifest, whose order is ours.
 * @param files - all where none is named; none of them need have a form
 */
export const oxfmt = (files: readonly string[] = ['.']): Job => ({
  name: 'oxfmt',
  command: [
    tool('oxfmt/bin/oxfmt'),
    '-c',
    '.prettierrc.json',
    '--check',
    '--no-error-on-unmatched-pattern',
    ...files,
    '!**/package.json',
  ],
})

/**
 * The native compiler takes a fifth of the time, and one thread checks nothing twice. Code that runs is never its own
 * (findings/typescript-7-calls-a-class-without-new.sh): `typescript` writes that.
 */
export const types: Job = {
  name: 'types',
  command: [tool('typescript-native/bin/tsc'), '-b', '--singleThreaded'],
  env: { GOGC: '400' },
}

export const houseJobs = (): Job[] => [types, oxlint, oxfmt()]
