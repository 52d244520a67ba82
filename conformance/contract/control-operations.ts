// The operations of the control port by method and path, as fixtures/control.yaml has them.
import { controlPaths } from './contract.ts'

type Row = { method: string; parts: readonly string[]; id: string }

let rows: readonly Row[] | undefined

const read = (): readonly Row[] =>
  Object.entries(controlPaths()).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId: id }]) =>
      id === undefined ? [] : [{ method: method.toUpperCase(), parts: path.split('/'), id }],
    ),
  )

/** Undefined where the document has no such path. */
export const controlOperation = (method: string, path: string): string | undefined => {
  rows ??= read()
  const parts = path.split('?')[0]!.split('/')
  const fits = (row: Row): boolean =>
    row.method === method &&
    row.parts.length === parts.length &&
    row.parts.every((part, index) => part.startsWith('{') || part === parts[index])
  // A path without a parameter is meant before one with.
  return (rows.find((row) => fits(row) && !row.parts.some((part) => part.startsWith('{'))) ?? rows.find(fits))?.id
}
