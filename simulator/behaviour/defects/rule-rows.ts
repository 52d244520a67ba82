// What the rule rows say of the fields and operations that rules are about.
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fixturePath, readFixture } from '../../contract.ts'

type Row = { id: string; operations: 'all' | string[]; field?: string | string[] }

const files = readdirSync(join(dirname(fixturePath('openapi.yaml')), 'rules')).toSorted()

/** The rows of every area, in the order of their areas. */
export const ruleRows: readonly Row[] = files.flatMap(
  (name) => (readFixture(`rules/${name}`) as { rules: Row[] }).rules,
)
