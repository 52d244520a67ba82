// Makes fixtures/openapi.d.ts and fixtures/control.d.ts, the types of both documents, which are not in git: the build calls it, and where the
// generator is not installed nothing is made. What is up to date already is left as it is.
// Plain JavaScript, as it runs before anything is compiled.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const generator = join(root, 'node_modules', 'openapi-typescript')

export const writeContractTypes = async () => {
  if (!existsSync(generator)) return
  const { version } = JSON.parse(readFileSync(join(generator, 'package.json'), 'utf8'))
  for (const name of ['openapi', 'control']) {
    const document = join(root, 'fixtures', `${name}.yaml`)
    const types = join(root, 'fixtures', `${name}.d.ts`)
    const key = createHash('sha256').update(version).update(readFileSync(document)).digest('hex').slice(0, 16)
    const head = `// Made of ${name}.yaml by the build (${key}): change that, not this.\n`
    if (existsSync(types) && readFileSync(types, 'utf8').startsWith(head)) continue
    const { default: typesOf, astToString } = await import('openapi-typescript')
    writeFileSync(types, head + astToString(await typesOf(pathToFileURL(document))))
  }
}
