// The refusals of the store: a stable code to branch on and one sentence for the person who reads it.

type StoreErrorCode =
  | 'data_file_foreign'
  | 'data_file_too_new'
  | 'data_file_damaged'
  | 'data_file_irregular'
  | 'data_file_unreadable'
  | 'data_file_unwritable'
  | 'data_file_locked'
  | 'data_file_replaced'
  | 'files_folder_foreign'
  | 'document_id_unsafe'
  | 'store_closed'

export class StoreError extends Error {
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'StoreError'
    this.code = code
  }
}

/** The operating system's own code of a failed call (`ENOENT`, `EACCES`), or undefined. */
export function systemCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : undefined
}
