// A fault as it is written on a command line: `createOrder:commit-then-fail:times=1`, `*:503:retry_after=2`, `order.created:delay:seconds=60`.
import { readNamed } from '../../fixtures/named-file.ts'
import { parseYaml } from '../../fixtures/parse-yaml.ts'
import { FaultError } from '../faults/fault-error.ts'
import type { Fault } from '../public/fault.ts'
import { checkFault } from './check-fault.ts'
import { isOfRequest } from '../faults/matches.ts'

const shape = 'a fault is written OPERATION:KIND or EVENT_TYPE:KIND with :NAME=VALUE behind it, and * for any of them'

const valueOf = (text: string): string | number => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)

/** `answer` alone has a number for a text. */
const fieldOf = (text: string): [string, string | number] => {
  const [, name, value] = /^([a-z_]+)=(.+)$/.exec(text) ?? []
  if (name === undefined || value === undefined) throw new FaultError(`"${text}" is not NAME=VALUE; ${shape}.`)
  return [name, name === 'answer' ? value : valueOf(value)]
}

/** @throws FaultError */
export const parseFault = (text: string): Fault => {
  const [scope = '', kind = '', ...rest] = text.split(':')
  if (scope === '' || kind === '') throw new FaultError(`"${text}" cannot be read; ${shape}.`)
  const fields = Object.fromEntries(rest.flatMap((part) => part.split(',')).map(fieldOf))
  const named = /^\d+$/.test(kind) ? { kind: 'status', status: Number(kind) } : { kind }
  const fault = { ...named, ...fields } as Fault
  if (scope === '*') return checkFault(fault)
  return checkFault({ ...fault, [isOfRequest(fault) ? 'operation' : 'event_type']: scope })
}

const readList = (file: string): unknown => {
  try {
    return parseYaml(readNamed(file))
  } catch (error) {
    const { syscall, code, message } = error as NodeJS.ErrnoException
    const why = syscall === undefined ? message.split('\n')[0]!.replace(/:$/, '') : code
    throw new FaultError(`${file} cannot be read (${why}); give a YAML or JSON file.`)
  }
}

/** @throws FaultError */
export const readFaults = (file: string): Fault[] => {
  const list = readList(file)
  if (!Array.isArray(list)) throw new FaultError(`${file} must be a list of faults, each with a kind.`)
  return list.map(checkFault)
}
