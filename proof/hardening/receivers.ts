// Webhook receivers that turn on their examination, and links that wait in the folder of its reports.
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { outcome } from './attack.ts'
import type { Attack } from './attack.ts'
import type { Lab } from './lab.ts'

const megabyte = 1_000_000

const secret = 'a-secret-of-a-receiver-0123456789abcdef'

const inBase64 = Buffer.from(secret).toString('base64').slice(0, -2)

/** Has a program of Node say at its end what memory it held at most. */
export const measured = `data:text/javascript,process.on('exit',()=>process.stderr.write('\\npeak '+process.resourceUsage().maxRSS+'\\n'))`

/** In megabytes. */
export const peakOf = (err: string): number => Number(/\npeak (\d+)/.exec(err)?.[1]) / 1024

const listening = async (lab: Lab, listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  lab.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

const examined = async (lab: Lab, listener: RequestListener, out: string) => {
  const begun = performance.now()
  const url = await listening(lab, listener)
  const ended = await lab.program(['receiver', '--url', url, '--secret', secret, '--report-dir', out], {
    program: ['--import', measured, lab.path],
  }).ended
  const peak = peakOf(ended.err)
  return { ...ended, peak, seconds: Math.round((performance.now() - begun) / 1000) }
}

const receiver = (id: string, sent: string, listener: RequestListener, more: Partial<Attack> = {}): Attack => ({
  id,
  sent,
  first: 'not tried',
  bound: 'ends; ≤ 512 MB, ≤ 50 MB of reports; blames the receiver, shows no secret',
  ...more,
  make: async (lab) => {
    const out = join(lab.folder, 'out')
    const { code, output, peak, seconds } = await examined(lab, listener, out)
    const blamesItself = /suite_failed|assay itself failed|reporter_failed|\n +at /.test(output)
    const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const texts = [output, ...files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))]
    const isTold = texts.some((text) => text.includes(secret) || text.includes(inBase64))
    const bytes = bytesIn(out)
    const ends = code === 1 || code === 2
    const held = !blamesItself && !isTold && ends && peak < 512 && bytes < 50 * megabyte
    const said = `${seconds} s, exit ${code}, ${Math.round(peak)} MB, ${(bytes / megabyte).toFixed(1)} MB of reports`
    return outcome(`${said}${isTold ? ', the secret is shown' : ''}`, held)
  },
})

export const receivers: Attack[] = [
  receiver('Receiver, floods', '`assay receiver` to one that answers without end', (_request, response) => {
    response.writeHead(200)
    const chunk = Buffer.alloc(1 << 20, 'x')
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', more)
    more()
  }),
  receiver('Receiver, echoes', '`assay receiver` to one that sends all back, in headers, too', (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const signature = String(request.headers['x-service-signature'] ?? '')
      response.writeHead(400, { 'x-echo': signature, 'x-script': '<script>alert(1)</script>' })
      response.end(`${secret} ${Buffer.from(secret).toString('base64')} ${Buffer.concat(chunks).toString()}`)
    })
  }),
  receiver(
    'Receiver, drips',
    '`assay receiver` to one that answers a letter at a time',
    (request, response) => {
      request.resume()
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 100)
      response.on('close', () => clearInterval(timer))
    },
    { isSlow: true },
  ),
  {
    id: 'Links',
    sent: 'links to other files and folders where the reports go',
    first: 'run.ndjson is overwritten, the plans are cleared',
    bound: 'what they lead to stays as it was',
    make: async (lab) => {
      const names = ['report.json', 'run.ndjson', 'junit.xml', 'report.html', 'index.html', 'summary.md', 'badge.svg']
      const [out, victim] = [join(lab.folder, 'out'), join(lab.folder, 'victim')]
      mkdirSync(out)
      mkdirSync(victim)
      writeFileSync(join(victim, 'mine.json'), 'mine')
      const first = join(lab.folder, 'first')
      await examined(lab, (_request, response) => response.writeHead(500).end(), first)
      const written = readdirSync(first, { withFileTypes: true })
      for (const name of new Set([...names, ...written.filter((one) => one.isFile()).map((one) => one.name)])) {
        writeFileSync(join(victim, name), 'mine')
        symlinkSync(join(victim, name), join(out, name))
      }
      const before = readdirSync(victim).length
      symlinkSync(victim, join(out, 'plans'))
      await examined(lab, (_request, response) => response.writeHead(500).end(), out)
      const changed = readdirSync(victim).filter((name) => readFileSync(join(victim, name), 'utf8') !== 'mine')
      const gone = before - readdirSync(victim).length
      const isWhole = changed.length === 0 && gone === 0
      return outcome(
        isWhole ? `${before} files as they were` : `changed: ${changed.join(', ') || 'none'}; gone: ${gone}`,
        isWhole,
      )
    },
  },
]
