// A copy of the sources for a test that changes them, without tests and without what is large.
import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.ts'

const isCopied = (path: string): boolean => !/postal-codes\.tsv$|\.test\.ts$|[/\\]adequacy[/\\]\w+\.json$/.test(path)

/** Into an empty folder, which is given back. */
export const copyTree = (folder: string): string => {
  for (const part of ['conformance', 'docs', 'fixtures', 'own-files', 'proof', 'reports', 'simulator'])
    cpSync(join(root, part), join(folder, part), { recursive: true, filter: isCopied })
  for (const file of ['package.json', 'tsconfig.json', '.prettierrc.json']) cpSync(join(root, file), join(folder, file))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
