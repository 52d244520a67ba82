// What must hold of the sources before any test is worth its time: lint, form and types.
import { join } from 'node:path'
import type { Job } from './job.ts'

const tool = (path: string): string => join('node_modules', path)

export const oxlint: Job = { name: 'oxlint', command: [tool('oxlint/bin/oxlint'), '--deny-warnings', '.'] }

/** @param files - all where none is named, and then only what changed since the last time is read */
export const prettier = (files: readonly string[] = []): Job => ({
  name: 'prettier',
  command: [
    tool('prettier/bin/prettier.cjs'),
    '--check',
    '--ignore-unknown',
    '--log-level',
    'warn',
    ...(files.length > 0 ? files : ['--cache', '--cache-location', '.cache/prettier', '.']),
  ],
})

export const types: Job = { name: 'types', command: [tool('typescript/bin/tsc'), '-b'] }

export const houseJobs = (): Job[] => [types, oxlint, prettier()]
