// A target that gives back what it was sent, in every writing it can think of: no report shows a secret in any of them.
import t from 'tap'
import { runAgainst } from '../hostile-run.ts'

const inBase64 = (text: string): string => Buffer.from(text).toString('base64')

const codeOf = (char: string): number => char.codePointAt(0)!

const inHex = (code: number): string => code.toString(16).padStart(2, '0')

const eachOf = (secret: string, write: (code: number) => string): string =>
  [...secret].map((char) => write(codeOf(char))).join('')

const eachThird = (secret: string, write: (code: number) => string): string =>
  [...secret].map((char, index) => (index % 3 === 0 ? write(codeOf(char)) : char)).join('')

const halvesOf = (secret: string): [string, string] => {
  const middle = Math.ceil(secret.length / 2)
  return [secret.slice(0, middle), secret.slice(middle)]
}

const writings: Record<string, (secret: string) => string> = {
  'as it is': (secret) => secret,
  'in capitals': (secret) => secret.toUpperCase(),
  'in base64': (secret) => inBase64(secret),
  'in base64 after a letter': (secret) => inBase64(`x${secret}`).slice(2),
  'in base64 after two letters': (secret) => inBase64(`xx${secret}`).slice(3),
  'in base64 for addresses': (secret) => Buffer.from(secret).toString('base64url'),
  'in hexadecimal digits': (secret) => Buffer.from(secret).toString('hex'),
  'percent-encoded': (secret) => Buffer.from(secret).toString('hex').replaceAll(/../g, '%$&'),
  'as a JSON string of escapes': (secret) =>
    [...secret].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'as entities of hexadecimal digits': (secret) =>
    [...secret].map((char) => `&#x${codeOf(char).toString(16)};`).join(''),
  'as entities of decimal digits': (secret) => [...secret].map((char) => `&#${codeOf(char)};`).join(''),
  'as escapes of two digits': (secret) => Buffer.from(secret).toString('hex').replaceAll(/../g, '\\x$&'),
  'in hexadecimal digits with colons': (secret) =>
    Buffer.from(secret)
      .toString('hex')
      .replaceAll(/..(?!$)/g, '$&:'),
  'percent-encoded twice': (secret) => Buffer.from(secret).toString('hex').replaceAll(/../g, '%25$&'),
  'in base64 twice': (secret) => inBase64(inBase64(secret).replace(/=+$/, '')),
  'percent-encoded in part': (secret) => eachThird(secret, (code) => `%${inHex(code)}`),
  'in escapes of JSON in part': (secret) => eachThird(secret, (code) => `\\u00${inHex(code)}`),
  'as entities in part': (secret) => eachThird(secret, (code) => `&#${code};`),
  'as quoted-printable': (secret) => eachOf(secret, (code) => `=${inHex(code)}`),
  'in octal escapes': (secret) => eachOf(secret, (code) => `\\${code.toString(8).padStart(3, '0')}`),
  'as a list of bytes': (secret) => JSON.stringify([...Buffer.from(secret)]),
  'as a list of letters': (secret) => JSON.stringify([...secret]),
  'in lines of base64': (secret) => inBase64(secret).replaceAll(/.{16}/g, '$&\r\n'),
  'in base64 of hexadecimal digits': (secret) => inBase64(Buffer.from(secret).toString('hex')),
  'in two bytes a letter': (secret) => Buffer.from(secret, 'utf16le').toString('latin1'),
  'from its end': (secret) => [...secret].toReversed().join(''),
  'its halves, the second first': (secret) => halvesOf(secret).toReversed().join(''),
  'its halves, each from its end': (secret) =>
    halvesOf(secret)
      .map((half) => [...half].toReversed().join(''))
      .join(' '),
}

/** Nobody sent them: they are known by where they stand alone. */
const unknownSecret = 'whs-9f8e7d6c5b4a39281706'
const unknownCookie = 'c00k1e-9f8e7d6c5b4a39281706'

/** The digits at the end depend on what follows. */
const telling = (written: string): string => written.replace(/=+$/, '').slice(0, -1)

t.test('what was sent comes back in every writing', async (t) => {
  const secrets = new Set<string>()
  // What is refused is made up by the suite, and no secret.
  const credentialIn = (header = ''): string => {
    const [scheme, credential = ''] = header.split(' ')
    const shown = scheme === 'Basic' ? Buffer.from(credential, 'base64').toString().split(':')[1] : credential
    return decodeURIComponent(shown ?? '')
  }
  const run = await runAgainst(
    t,
    {
      answer: ({ headers, body }, reply, response) => {
        const header = headers.authorization ?? ''
        const secret = credentialIn(header)
        const form = new URLSearchParams(body.toString()).get('client_secret') ?? ''
        const sent = [secret, form].filter((text) => text.length >= 12)
        for (const text of sent) if (reply.status < 300) secrets.add(text)
        const [first, second] = halvesOf(secret)
        response.writeHead(reply.status, {
          ...(reply.body === undefined ? {} : { 'content-type': 'application/json' }),
          'x-echo': header,
          'x-first': first,
          'x-second': second,
          'set-cookie': `sid=${unknownCookie}; Path=/`,
        })
        if (reply.body === undefined) response.end()
        else
          response.end(
            JSON.stringify({
              ...(reply.body as object),
              echo: sent.flatMap((text) => Object.values(writings).map((write) => write(text))),
              basic: inBase64(header),
              halves: sent.map(halvesOf),
              old_secret: unknownSecret,
              wrapped: JSON.stringify({ again: sent }),
              ...Object.fromEntries(sent.map((text) => [text, 1])),
            }),
          )
        return true
      },
    },
    ['--area', 'account', '--area', 'auth', '--no-rerun', '--timeout', '5'],
  )
  t.ok(secrets.size > 5, `${secrets.size} secrets were sent`)
  t.ok(run.requests > 50, `${run.requests} requests were recorded`)
  const all = [...run.files.values(), run.output].join('\n').toLowerCase()
  for (const secret of [unknownSecret, unknownCookie]) t.notOk(all.includes(secret), secret)
  for (const secret of secrets) {
    for (const [how, write] of Object.entries(writings))
      t.notOk(all.includes(telling(write(secret)).toLowerCase()), `${how}: ${secret}`)
    for (const half of halvesOf(secret))
      if (half.length >= 14) t.notOk(all.includes(half.toLowerCase()), `a half of ${secret}`)
  }
})
