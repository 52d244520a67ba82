// The lists of operations in rules and freedoms that a new operation may belong to: those that name every operation called like it, or all but
// one. A row that names a group has the operation already (`fixtures/operation-groups.ts`).
import { parse } from 'yaml'
import type { Tree } from './kind.ts'

type Called = { isRead: boolean; hasId: boolean }

type Entry = { operationId?: string; security?: unknown[]; 'x-environments'?: string[] }

type Rows = Record<string, { id: string; operations: string | string[] }[]>

export const calledLike = (method: string, path: string): Called => ({
  isRead: method === 'get',
  hasId: path.includes('{'),
})

/** The operations that take a token in both environments, read or write, and have an id in the path or none, as the new one does. */
const peersOf = (tree: Tree, { isRead, hasId }: Called): string[] => {
  const { paths } = parse(tree.read('fixtures/openapi.yaml')) as { paths: Record<string, Record<string, Entry>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, security, 'x-environments': environments }]) => {
      const called = calledLike(method, path)
      const isPeer = called.isRead === isRead && called.hasId === hasId && !security && environments?.length === 2
      return isPeer && operationId !== undefined ? [operationId] : []
    }),
  )
}

/** The ids of their rows. */
export const likelyLists = (tree: Tree, called: Called): string[] => {
  const peers = peersOf(tree, called)
  const most = peers.length > 3 ? 1 : 0
  return ['fixtures/freedoms.yaml', ...tree.list('fixtures/rules').map((name) => `fixtures/rules/${name}`)]
    .flatMap((path) => Object.values(parse(tree.read(path)) as Rows).find(Array.isArray) ?? [])
    .filter(
      ({ operations }) =>
        Array.isArray(operations) && peers.filter((peer) => !operations.includes(peer)).length <= most,
    )
    .map(({ id }) => id)
    .toSorted()
}
