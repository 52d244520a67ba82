// The options of a simulator from the flags that were given, those that contradict each other refused.
import type { Command } from 'commander'
import { pino, type Logger } from 'pino'
import { readNamed } from '../../fixtures/named-file.ts'
import type { Choice } from '../behaviour/readings/choose.ts'
import type { Fault } from '../public/fault.ts'
import { checkTls } from '../http/check-tls.ts'
import { readLikeness } from '../behaviour/likeness/read-likeness.ts'
import { requestLog, type RequestLog } from './request-log.ts'
import type { PersonaOption } from '../public/simulator-options.ts'
import type { StartOptions } from '../start/start-simulator.ts'
import type { ClockMode } from '../time/clock.ts'

export type Flags = {
  port: number
  controlPort: number
  controlHost: string
  controlToken?: string
  controlTls?: boolean
  host: string
  world: string
  data?: string
  tls?: boolean
  tlsCert?: string
  tlsKey?: string
  tlsCertOut?: string
  clock: ClockMode['mode']
  rate?: number
  publicOrigin?: string
  allowHttpWebhooks?: boolean
  verifyWebhookTls?: boolean
  profileOut?: string
  defect?: string
  fault: string[]
  faults?: string
  listDefects?: true | string
  vary?: number
  reading: Choice
  persona: PersonaOption[]
  personaSeed?: number
  like?: string
  listReadings?: true | string
  journalEntries: number
  journalBytes: number
  logLevel: string
  requestLog: RequestLog
}

export const usage = (message: string): Error =>
  Object.assign(new Error(message), { code: 'unusable_options', exitCode: 3 })

const readPem = (file: string): string => {
  try {
    return readNamed(file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw usage(`${file} cannot be read (${code ?? message}); give a PEM file.`)
  }
}

const tlsOf = ({ tls, tlsCert, tlsKey, tlsCertOut, controlTls }: Flags): StartOptions['tls'] => {
  if (controlTls && !tls && tlsCert === undefined)
    throw usage(
      '--control-tls serves the control port with the certificate of --tls or --tls-cert; give one of them too.',
    )
  if (tlsCertOut !== undefined && !tls && tlsCert === undefined)
    throw usage('--tls-cert-out writes the certificate of --tls; give --tls too.')
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw usage('--tls-cert and --tls-key go together; give both or neither.')
  if (tlsCert === undefined || tlsKey === undefined) return tls ?? false
  const pair = { cert: readPem(tlsCert), key: readPem(tlsKey) }
  checkTls(pair, { cert: `--tls-cert ${tlsCert}`, key: `--tls-key ${tlsKey}` })
  return pair
}

/** Which options were given in the line itself: variables may be those of another start. */
type Given = Pick<Command, 'getOptionValueSource'>

const clockOf = ({ clock, rate = 60 }: Flags, given: Given, log: Logger): StartOptions['clock'] => {
  if (clock === 'accelerated') return { mode: clock, rate }
  const source = given.getOptionValueSource('rate')
  if (source === 'env')
    log.warn(`ASSAY_RATE is for an accelerated clock and without effect, as --clock is ${clock}; leave it out.`)
  if (source !== 'cli') return { mode: clock }
  throw usage(
    `--rate ${rate} is for an accelerated clock, but --clock is ${clock}; give --clock accelerated, or leave out --rate.`,
  )
}

const faultsOf = async ({ fault, faults }: Flags): Promise<Fault[]> => {
  if (fault.length === 0 && faults === undefined) return []
  const { parseFault, readFaults } = await import('../http/parse-fault.ts')
  return [...(faults === undefined ? [] : readFaults(faults)), ...fault.map(parseFault)]
}

export const optionsOf = async (flags: Flags, given: Given): Promise<StartOptions> => {
  const log = pino({ level: flags.logLevel }, pino.destination({ dest: 2, sync: true }))
  return {
    port: flags.port,
    controlPort: flags.controlPort,
    controlHost: flags.controlHost,
    host: flags.host,
    world: flags.world,
    tls: tlsOf(flags),
    controlTls: flags.controlTls ?? false,
    clock: clockOf(flags, given, log),
    allowHttpWebhooks: flags.allowHttpWebhooks ?? false,
    verifyWebhookTls: flags.verifyWebhookTls ?? false,
    log,
    onRequest: requestLog(flags.requestLog, ['info', 'debug'].includes(flags.logLevel)),
    ...(flags.controlToken !== undefined && { controlToken: flags.controlToken }),
    ...(flags.data !== undefined && { data: flags.data }),
    ...(flags.publicOrigin !== undefined && { publicOrigin: flags.publicOrigin }),
    ...(flags.defect !== undefined && { defect: flags.defect }),
    journal: { entries: flags.journalEntries, bytes: flags.journalBytes },
    readings: flags.reading,
    persona: flags.persona.map((one) => ({
      ...one,
      ...(flags.personaSeed !== undefined && { seed: flags.personaSeed }),
    })),
    faults: await faultsOf(flags),
    ...(flags.like !== undefined && { like: readLikeness(flags.like) }),
    ...(flags.vary !== undefined && { vary: flags.vary }),
  }
}
