// Codes and words of a deployment's own, by the freedom that permits them.
import { codeFor } from '../readings/auth.ts'
import { saying } from '../readings/errors.ts'
import { worded } from '../readings/feed.ts'
import type { ReadingPatch } from '../readings/reading.ts'

const listed = new Set(['not_found', 'validation_failed'])

export const words: Readonly<Record<string, (word: string) => ReadingPatch>> = {
  'auth.missing-token-code': (word) => codeFor('missing', word),
  'auth.garbage-token-code': (word) => codeFor('unknown', word),
  'auth.other-environment-token-code': (word) => codeFor('foreign', word),
  'amend.closed-refusal-code':
    (word) =>
    ({ behaviour: { problems } }) => {
      problems.closedForAmendment = word
    },
  'revisions.refusal-code':
    (word) =>
    ({ behaviour: { problems } }) => {
      problems.notToBeRevised = word
    },
  'transport.ping-text':
    (word) =>
    ({ behaviour: { present } }) => {
      present.liveness = word
    },
  'errors.code-of-400': (word) =>
    saying((body, { status }) =>
      status === 400 && !listed.has(String(body['code'])) ? { ...body, code: word } : body,
    ),
  'downloads.refusal-code': (word) =>
    saying((body, { operationId }) =>
      operationId === 'downloadDocument' && !listed.has(String(body['code'])) ? { ...body, code: word } : body,
    ),
  // The readings bring words of their own, which give way to those of the deployment.
  'feed.delivered-status-word': (word) => worded('acknowledged', word),
  'feed.pending-status-word': (word) => worded('queued', word),
  'feed.unconfigured-status-word': (word) => worded('unconfigured', word),
  'feed.disabled-status-word': (word) => worded('disabled', word),
}
