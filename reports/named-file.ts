// A file that a person named, read only where it is one that comes to its end: no pipe that nobody writes to, no device, nothing endless.
import { closeSync, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs'

const megabyte = 1_048_576

/** What a report, a plan or a profile may have; those that assay writes have less than half. */
const usualMegabytes = 128

/** What a shell or a program has opened already: nothing has to come first. */
const isOpened = (file: string): boolean => /^\/(?:dev\/stdin|(?:dev|proc\/self)\/fd\/\d+)$/.test(file)

const kindOf = (stats: Stats): string | null => {
  if (stats.isFile()) return null
  if (stats.isDirectory()) return 'it is a directory'
  return stats.isFIFO() ? 'it is a pipe' : stats.isSocket() ? 'it is a socket' : 'it is a device'
}

/** @throws Error with a code, or in a message that says what the file is */
export const openNamed = (file: string): number => {
  const kind = kindOf(statSync(file))
  if (kind !== null && !isOpened(file)) throw new Error(kind)
  return openSync(file, 'r')
}

/** @throws as `openNamed`, and for one that is too long */
export const readNamed = (file: string, megabytes = usualMegabytes): string => {
  const most = megabytes * megabyte
  const tooLong = (): Error => new Error(`it has more than the ${megabytes} MB that are read`)
  const descriptor = openNamed(file)
  try {
    const { size } = fstatSync(descriptor)
    if (size > most) throw tooLong()
    const pieces: Buffer[] = []
    let total = 0
    for (;;) {
      // One byte more than is expected, so that the end is seen at once.
      const piece = Buffer.allocUnsafe(Math.max(size - total + 1, 65_536))
      const read = readSync(descriptor, piece)
      if (read === 0) return Buffer.concat(pieces, total).toString()
      total += read
      if (total > most) throw tooLong()
      pieces.push(piece.subarray(0, read))
    }
  } finally {
    closeSync(descriptor)
  }
}
