// What a recording may lack of all its calls, and how it is recorded: a rule that needs it says so in place of what else to try.

export type Lack = 'request bodies' | 'answer bodies' | 'credentials' | 'queries' | 'answers' | 'parts of seconds'

/** Sentences. */
export const toRecord: Record<Lack, string> = {
  'request bodies':
    'Record with bodies: "HAR with content" of a browser, `content: embed` of Playwright, `hardump` of mitmproxy; or audit the journal of a simulator.',
  'answer bodies':
    'Record with the bodies of answers: "HAR with content" of a browser, `content: embed` of Playwright, `hardump` of mitmproxy; or audit the journal of a simulator.',
  credentials:
    'Export with sensitive data, as browsers and other tools leave `Authorization` out: in Chrome "Export HAR (with sensitive data)"; reports mask it.',
  queries: 'Record whole addresses, with their queries.',
  answers: 'Record answers too.',
  'parts of seconds': 'Record instants with milliseconds.',
}
