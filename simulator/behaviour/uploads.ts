// What a lender may upload (Endpoints / POST /orders/{order_id}/documents).
import type { Contract } from '../contract/contract.ts'
import { acceptedTypes } from '../documents/accepted-types.ts'
import { acceptUpload } from '../documents/sniff.ts'
import type { Document, Order } from '../domain/records.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { problems } from './problems.ts'

export type UploadFault = DescriptionFault | 'missing' | 'kind' | 'purpose' | 'several' | 'name' | 'unparsable'

type DescriptionFault = 'undescribed' | 'description'

type Codes = Pick<ReturnType<typeof problems>, 'missingField' | 'unusableValue' | 'unreadable'>

export const uploads = (contract: Contract) => ({
  /** Megabytes read the generous way, so that a client that counts either way is served; only a larger file is refused. */
  maxBytes: contract.limits.upload_megabytes * 1024 * 1024,

  /** Whether a file that is too large is refused before the rest of it has come. */
  answersEarly: false,

  kinds: ['supporting'],

  /** Parts that must be there. */
  requiredParts: ['kind', 'file'],

  purposes: contract.enumerations.upload_purpose,
  /** What an upload is for that does not say it. */
  purposeWhenMissing: 'other',

  /** What is wrong with the text of `description`: nothing, whatever it says. */
  descriptionProblem: (_description: string): string | null => null,

  /** Media types that an accepted file can have. */
  acceptedTypes: Object.keys(acceptedTypes),

  accept: acceptUpload,

  /** Code of the refusal of an empty file; null takes it. */
  emptyCode: 'validation_failed' as string | null,

  /** Code of each other refusal. */
  codeOf: (fault: UploadFault, codes: Codes): string => {
    if (fault === 'unparsable') return codes.unreadable
    return fault === 'missing' || fault === 'undescribed' ? codes.missingField : codes.unusableValue
  },

  /** The purpose kept for one that is none; null refuses it. */
  unknownPurpose: null as string | null,

  /** The file parts that count. */
  counted: <T>(files: readonly T[]): readonly T[] => files,

  /** The name kept; the directory part is gone by now. */
  filename: (sent: string): string => sent,

  /** Whether the declared type is looked up as it was sent, parameters included. */
  readsStatedType: false,

  /** Whether a file may stand before the texts that say what it is. */
  takesFileFirst: true,

  /** The media type shown. */
  mediaType: (judged: string, _stated: string | undefined): string => judged,

  /** Refuses what the order's state does not allow: nothing, as support may come at any time. */
  checkOrder: (_order: Order): void => undefined,

  /** Files that ride along are refused as uploads are. */
  inlineRefusal: (refusal: Refusal): Refusal => refusal,

  /** A lender's own upload raises nothing, as its own messages do not. */
  announced: false,

  /** Whether the company sees a document of the order. */
  companySees: (_document: Document): boolean => true,
})
