// The bytes of a document, or nothing where some or all of them are lost: half a file is none.
import type { Store } from './store.ts'

export const wholeFile = async (
  { files }: Pick<Store, 'files'>,
  { id, size_bytes }: { id: string; size_bytes: number },
): Promise<Buffer | undefined> => {
  const bytes = await files.get(id)
  return bytes?.length === size_bytes ? bytes : undefined
}
