// The comment that leads an editor from a target profile to its schema.
import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fixturePath } from './contract.ts'

/** The schema of this very assay, as seen from the file; a URL where no relative path leads there. */
export const schemaLine = (file: string): string => {
  const schema = fixturePath('schemas/target-profile.schema.json')
  const path = relative(dirname(resolve(file)), schema)
  const place = isAbsolute(path) ? pathToFileURL(schema).href : path.replaceAll('\\', '/')
  return `# yaml-language-server: $schema=${place}\n`
}
