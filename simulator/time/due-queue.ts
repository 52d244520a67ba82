// A binary heap of things due, soonest first and in registration order at equal times; any of them can be taken out.

export type Due = { due: number; seq: number; index: number }

type DueQueue<T extends Due> = {
  readonly size: number
  peek(): T | undefined
  pop(): T | undefined
  push(item: T): void
  /** Takes out an item; nothing happens when it has left already. */
  remove(item: T): void
  /** Every item due at or before an instant, soonest first. */
  sorted(until?: number): T[]
  clear(): void
}

const before = (a: Due, b: Due) => (a.due === b.due ? a.seq < b.seq : a.due < b.due)

export function createDueQueue<T extends Due>(): DueQueue<T> {
  const heap: T[] = []

  function place(item: T, index: number) {
    heap[index] = item
    item.index = index
  }

  function up(item: T) {
    let at = item.index
    while (at > 0) {
      const parentAt = (at - 1) >> 1
      const parent = heap[parentAt]!
      if (!before(item, parent)) break
      place(parent, at)
      at = parentAt
    }
    place(item, at)
  }

  function down(item: T) {
    let at = item.index
    for (;;) {
      const left = 2 * at + 1
      if (left >= heap.length) break
      const right = left + 1
      const childAt = right < heap.length && before(heap[right]!, heap[left]!) ? right : left
      const child = heap[childAt]!
      if (!before(child, item)) break
      place(child, at)
      at = childAt
    }
    place(item, at)
  }

  function remove(item: T) {
    const { index } = item
    if (heap[index] !== item) return
    const last = heap.pop()!
    item.index = -1
    if (last === item) return
    place(last, index)
    up(last)
    down(last)
  }

  return {
    get size() {
      return heap.length
    },
    peek: () => heap[0],
    pop() {
      const head = heap[0]
      if (head) remove(head)
      return head
    },
    push(item) {
      place(item, heap.length)
      up(item)
    },
    remove,
    sorted: (until = Infinity) => heap.filter((item) => item.due <= until).toSorted((a, b) => (before(a, b) ? -1 : 1)),
    clear() {
      heap.length = 0
    },
  }
}
