// `npm run new -- KIND NAME …`: writes what a new rule, check, defect, field, event, status, operation or role begins with, and prints the rest.
import { isCodedError } from '../conformance/contract/coded-error.ts'
import { root } from '../tests/places.ts'
import { writeScaffold } from './new/write-scaffold.ts'

try {
  const { written, left } = await writeScaffold(root, process.argv.slice(2))
  console.log(
    ['Written', ...written.map((path) => `  ${path}`), '', 'Left to write', ...left.map((line) => `  ${line}`)].join(
      '\n',
    ),
  )
} catch (error) {
  if (!isCodedError(error)) throw error
  console.error(`${error.code}: ${error.message}`)
  process.exitCode = error.exitCode
}
