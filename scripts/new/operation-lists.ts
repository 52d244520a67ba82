// The lists of operations in rules and freedoms that a new operation belongs to: those that name every operation called like it.
import { isMap, isScalar, isSeq, parse, parseDocument, type YAMLSeq } from 'yaml'
import type { Tree } from './kind.ts'

type Called = { isRead: boolean; hasId: boolean }

type Entry = { operationId?: string; security?: unknown[]; 'x-environments'?: string[] }

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

type List = { row: string; names: string[]; node: YAMLSeq }

/** The lists that stand in the file itself; one that another refers to is there once. */
const listsIn = (text: string): List[] => {
  const document = parseDocument(text)
  const rows = document.get('rules') ?? document.get('freedoms')
  if (!isSeq(rows)) return []
  return rows.items.filter(isMap).flatMap((row) => {
    const node = row.get('operations', true)
    if (!isSeq(node)) return []
    return [
      { row: String(row.get('id')), names: node.items.map((item) => String(isScalar(item) ? item.value : item)), node },
    ]
  })
}

/** Behind the last member, in the form that the list has. */
const withMember = (text: string, { node }: List, id: string): string => {
  const [start, end] = (node.items.at(-1) as { range: [number, number] }).range
  const before = /(?:^|\n)([^\n]*)$/.exec(text.slice(0, start))![1]!
  return `${text.slice(0, end)}${node.flow ? ', ' : `\n${before}`}${id}${text.slice(end)}`
}

type Joined = {
  writes: Map<string, string>
  /** The first row of each list that has the operation now, and of each that names all but one of its peers. */
  joined: string[]
  doubtful: string[]
}

export const joinLists = (tree: Tree, id: string, called: Called): Joined => {
  const peers = peersOf(tree, called)
  const writes = new Map<string, string>()
  const joined: string[] = []
  const doubtful: string[] = []
  for (const path of [
    ...tree.list('fixtures/rules').map((name) => `fixtures/rules/${name}`),
    'fixtures/freedoms.yaml',
  ]) {
    let text = tree.read(path)
    // From the end, so that the places of those before stay.
    for (const list of listsIn(text).toReversed()) {
      const lacking = peers.filter((peer) => !list.names.includes(peer)).length
      if (lacking === 0) {
        text = withMember(text, list, id)
        writes.set(path, text)
        joined.push(list.row)
      } else if (lacking === 1 && peers.length > 3) doubtful.push(list.row)
    }
  }
  return { writes, joined: joined.toSorted(), doubtful: doubtful.toSorted() }
}
