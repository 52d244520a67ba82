// Memory that a long journal needs no more is given back before more is taken: by itself V8 waits until three times as much is in use.
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes that may be in use beyond what was needed at the last look, and their part of it. */
const more = 32 * 1024 * 1024
const part = 0.1

let collect: (() => void) | undefined
let needed = 0

/** To be called now and then while much is read or made. */
export const spareMemory = (): void => {
  if (getHeapStatistics().used_heap_size < needed * (1 + part) + more) return
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
  needed = getHeapStatistics().used_heap_size
}
