// What is no fault of a client with its tokens: a wrong secret that was put right.
import t from 'tap'
import { buildJournal } from '../journal/build-journal.ts'
import { judgeJournal } from '../judge-journal.ts'

const ask = (second: number, secret: string, status: number, answer: object) => ({
  startedDateTime: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
  time: 5,
  request: {
    method: 'POST',
    url: 'https://appraisals.example/v1/oauth/token',
    postData: {
      text: JSON.stringify({ grant_type: 'client_credentials', client_id: 'cli_one', client_secret: secret }),
    },
  },
  response: { status, content: { text: JSON.stringify(answer) } },
})

const refused = { error: 'invalid_client' }

const verdictOf = (...entries: ReturnType<typeof ask>[]) =>
  judgeJournal(buildJournal({ entries, fromStart: true })).verdicts.find(
    ({ rule }) => rule === 'auth.client-stops-on-invalid-client',
  )!.verdict

t.test('a client asks again with another secret, and not with the same', async (t) => {
  const first = ask(1, 'secret-one', 401, refused)
  t.equal(verdictOf(first, ask(60, 'secret-two', 200, { access_token: 'a', expires_in: 3600 })), 'pass')
  t.equal(verdictOf(first, ask(60, 'secret-one', 401, refused)), 'fail')
})
