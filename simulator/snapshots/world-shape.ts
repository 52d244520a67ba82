// What the rows of an exported world have to be, as far as their own fields go.
import type { TableName } from '../store/data.ts'
import { completeRow, rowSchema, tableNames } from '../store/row-shape.ts'
import type { StoreRows } from '../store/store.ts'
import { object, shapeJudge } from './judge-shape.ts'
import { startWorldSchema } from './start-world.ts'

const schema = (): object => ({
  type: 'object',
  required: ['now', 'ids', 'world', 'tables', 'files'],
  properties: {
    now: { type: 'string' },
    ids: { type: 'string' },
    checksum: { type: 'string' },
    world: startWorldSchema(),
    tables: object(Object.fromEntries(tableNames.map((name) => [name, { type: 'array', items: rowSchema(name) }]))),
    files: { type: 'object', additionalProperties: { type: 'string' } },
  },
})

/** The rows of a world that has the shape, with null for what it leaves out. */
export const completeRows = (tables: object): StoreRows =>
  Object.fromEntries(
    Object.entries(structuredClone(tables) as Record<TableName, object[]>).map(([name, all]) => [
      name,
      all.map((row) => completeRow(name as TableName, row)),
    ]),
  ) as unknown as StoreRows

/** The first thing that is not as it has to be. */
export const shapeFault = shapeJudge(schema)
