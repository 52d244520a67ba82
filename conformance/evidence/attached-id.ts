// The document that an attachment of a message names, in whichever shape: the contract does not show that of an entry.
import { isObject } from '../contract/is-object.ts'

/** The entry itself, where it is no object. */
export const attachedId = (entry: unknown): unknown => (isObject(entry) ? (entry['id'] ?? entry['document_id']) : entry)
