// What a packed body says: a secret is in it all the same.
import { brotliDecompressSync, constants, unzipSync, inflateRawSync } from 'node:zlib'
import { headerOf, type Headers } from '../evidence/exchange.ts'

/** Bytes. */
const mostUnpacked = 2_000_000

const limit = { maxOutputLength: mostUnpacked }
/** The beginning of a body is enough. */
const part = { ...limit, finishFlush: constants.Z_SYNC_FLUSH }

const ways: ((bytes: Uint8Array) => Buffer)[] = [
  (bytes) => unzipSync(bytes, part),
  (bytes) => inflateRawSync(bytes, part),
  (bytes) => brotliDecompressSync(bytes, { ...limit, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
]

const isUnlimited = (error: unknown): boolean => (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'

/** Null where it is not packed; undefined where it says more than anybody reads. */
export const unpacked = (bytes: Uint8Array, headers: Headers): string | null | undefined => {
  const isFile = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (!isFile && /^(?:identity)?$/i.test(headerOf(headers, 'content-encoding') ?? '')) return null
  // A body of one kind may be read as one of another, so that each reading counts.
  const texts: string[] = []
  for (const unpack of ways)
    try {
      texts.push(unpack(bytes).toString('latin1'))
    } catch (error) {
      if (isUnlimited(error)) return undefined
    }
  return texts.length === 0 ? null : texts.join('\n')
}
