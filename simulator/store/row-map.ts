// The rows of a table by key. One that comes from a file is kept as its line until it is asked for: most never are.
import { outlineOf, rowIn } from './row-text.ts'

export type Damaged = (fault: string) => Error

export class RowMap<Row extends object> {
  readonly #rows = new Map<string, Row | Buffer>()
  readonly #damaged: Damaged

  /** @param damaged makes the error of a line that holds no such row */
  constructor(damaged: Damaged = (fault) => new Error(fault)) {
    this.#damaged = damaged
  }

  get size(): number {
    return this.#rows.size
  }

  has(key: string): boolean {
    return this.#rows.has(key)
  }

  get(key: string): Row | undefined {
    const held = this.#rows.get(key)
    return Buffer.isBuffer(held) ? this.#read(key, held) : held
  }

  /** A row, or the line of the file that puts it, with its end. */
  set(key: string, row: Row | Buffer): void {
    this.#rows.set(key, row)
  }

  delete(key: string): boolean {
    return this.#rows.delete(key)
  }

  clear(): void {
    this.#rows.clear()
  }

  keys(): IterableIterator<string> {
    return this.#rows.keys()
  }

  *values(): IterableIterator<Row> {
    for (const [key, held] of this.#rows) yield Buffer.isBuffer(held) ? this.#read(key, held) : held
  }

  /** Each row, or of one that is still text what the indexes read. */
  *outlines(): IterableIterator<Row> {
    for (const [key, held] of this.#rows)
      yield Buffer.isBuffer(held) ? ((outlineOf(key, held) as Row | undefined) ?? this.#read(key, held)) : held
  }

  /** Each as it is held, row or line. */
  held(): (Row | Buffer)[] {
    return [...this.#rows.values()]
  }

  #read(key: string, line: Buffer): Row {
    try {
      const row = rowIn(line) as Row
      this.#rows.set(key, row)
      return row
    } catch (error) {
      throw this.#damaged((error as Error).message)
    }
  }
}
