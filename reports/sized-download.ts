// A finding about a file that came with more or fewer bytes than were sent: a script counts them, as no variable of a shell holds a file.
import { placeOfFinding } from './differences.ts'
import { plainExchange } from './plain-exchange.ts'
import type { Finding, RecordedExchange } from './run-record.ts'
import { textOf } from './texts.ts'

/** Prints the head of an answer, and the count as its body. */
export const counting = (call: string): string =>
  call.replace('curl -sik', `curl -sk -D - -o /dev/null -w '{"bytes":%{size_download}}'`)

export const countOf = (bytes: number): string => JSON.stringify({ bytes })

/** `of`: the download, with the count as its body. Null where nothing but the size was wrong. */
export const asSized = (
  finding: Finding,
  exchanges: readonly RecordedExchange[],
): { finding: Finding; of: RecordedExchange } | null => {
  const { pointer, expected, received, others } = placeOfFinding(finding)
  const [, sent] = /^(\d+) as sent$/.exec(textOf(expected)) ?? []
  if (finding.pointer !== null || pointer !== '/bytes' || sent === undefined || others.length > 0) return null
  const came = Number(textOf(received))
  const download = exchanges.find(
    ({ id, request, response }) =>
      finding.requests.includes(id) &&
      request.url.includes('/download/') &&
      textOf(response?.body?.bytes ?? 0) === received,
  )
  if (!download?.response || came === Number(sent)) return null
  const text = countOf(came)
  const body = { text, bytes: text.length, sha256: '', cut: false }
  return {
    finding: { ...finding, pointer, expected: Number(sent), received: came },
    of: plainExchange(download, { response: { ...download.response, body } }),
  }
}
