// "Copy as curl" of the console: pasted into a terminal, it sends what a client sent, and presses no key for that client.
import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { root } from '../places.ts'

type Call = {
  method: string
  url: string
  headers: { name: string; value: string }[]
  postData: { mimeType: string; text: string }
}

const { curlOf } = (await import(pathToFileURL(join(root, 'simulator/console/page/curl.js')).href)) as {
  curlOf: (call: Call) => string
}

t.test('a hostile call is copied as a command that runs nothing of it and hides nothing', async (t) => {
  const folder = t.testdir()
  writeFileSync(join(folder, 'curl'), `#!/bin/sh\nprintf '%s\\n' "$@" >&2\n`)
  chmodSync(join(folder, 'curl'), 0o755)
  const run = `$(touch ${folder}/ran)\`touch ${folder}/ran\``
  const call: Call = {
    method: `POST'${run}`,
    url: `http://127.0.0.1:1/x'${run}\u202E`,
    headers: [{ name: 'x-note', value: `'${run}\u001B[31m` }],
    postData: { mimeType: 'text/plain', text: `\u0003touch ${folder}/ran\n'${run}\u2066 é 😀\r` },
  }
  const command = curlOf(call)
  t.notMatch(command, /(?!\n)\p{Cc}|\p{Bidi_Control}/u)
  const { stderr, status } = spawnSync('sh', ['-c', command], {
    env: { PATH: `${folder}:${process.env['PATH']}` },
    encoding: 'utf8',
  })
  t.equal(status, 0)
  t.strictSame(readdirSync(folder), ['curl'], 'nothing was run')
  for (const sent of [call.method, call.url, `x-note: ${call.headers[0]!.value}`, call.postData.text])
    t.ok(stderr.includes(`${sent}\n`), `${JSON.stringify(sent)} is sent as it was`)
})
