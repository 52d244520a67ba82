// `assay health`: whether a simulator answers, for the health check of a container.
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { Command } from 'commander'

const timeoutMs = 3_000

/** Where this machine's own simulator is, by the variables that it is started with. */
const ownAddress = (env: Record<string, string | undefined>): string => {
  const secure = env['ASSAY_TLS'] !== undefined || env['ASSAY_TLS_CERT'] !== undefined
  return `${secure ? 'https' : 'http'}://127.0.0.1:${env['ASSAY_PORT'] ?? '4010'}/v1`
}

const pinged = (base: URL): URL => {
  const path = base.pathname.replace(/\/+$/, '')
  return new URL(path.endsWith('/ping') ? base : `${base.origin}${path === '' ? '/v1' : path}/ping`)
}

const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)

/** Null where it answers as it should, else what is wrong. */
const troubleAt = (url: URL): Promise<string | null> =>
  new Promise((resolve) => {
    const ask = url.protocol === 'https:' ? overHttps : overHttp
    // The certificate made at start is nobody's to verify.
    const call = ask(url, { timeout: timeoutMs, rejectUnauthorized: !isLoopback(url) }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200 ? null : `must be answered 200, but was answered ${answer.statusCode}`)
    })
    call.on('timeout', () => call.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)))
    call.on('error', (error) => resolve(`gave no answer (${error.message || (error as NodeJS.ErrnoException).code})`))
    call.end()
  })

const addressOf = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  const message = `${text} must be an http or https address, such as http://127.0.0.1:4010/v1; correct it.`
  throw Object.assign(new Error(message), { code: 'no_address', exitCode: 3 })
}

/** It sets the exit code of the process: 0 when it answers, 1 when not. */
export const healthCommand = (): Command =>
  new Command('assay health')
    .description('Asks for /ping of a simulator: exit code 0 when it answers, 1 when not.')
    .argument('[url]', 'base address; that of ASSAY_PORT on this machine when not given')
    .allowExcessArguments(false)
    .action(async (url: string | undefined) => {
      const address = pinged(addressOf(url ?? ownAddress(process.env)))
      const trouble = await troubleAt(address)
      if (trouble === null) return
      process.stderr.write(`unhealthy: ${address.href} ${trouble}; see the log of the simulator.\n`)
      process.exitCode = 1
    })
