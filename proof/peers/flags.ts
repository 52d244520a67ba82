// The options of `npm run peers`.
import { parseArgs } from 'node:util'

export type Flags = {
  sample: number
  mutants: number
  seed: number
  defect: string[]
  peer: string[]
  clean: number
  minutes: number
  lanes: number
  ours: boolean
  out: string
  resume: boolean
  update?: boolean
}

const usageOf = (
  ids: readonly string[],
): string => `npm run peers -- [options]: which deliberate defects other tools catch, and our own suite beside them.

  --sample N     how many defects, chosen by the seed (100)
  --mutants N    how many generated mutants beside them, chosen by the seed (0)
  --seed S       repeats the choices of another run (1)
  --defect ID    this defect instead; may be repeated
  --peer ID      only this peer: ${ids.join(', ')}; may be repeated
  --clean N      runs without a defect (7)
  --minutes N    after how many to begin nothing further
  --lanes N      how many defects and mutants are looked at at once (1)
  --resume       goes on with the run that was cut short
  --no-ours      leave our own suite out
  --out FILE     where the result goes (reports/out/peers.json)
  --update       make the result the published one: fixtures/adequacy/peers.json, and the tables made of it
`

export const wrong = (message: string): never => {
  process.stderr.write(`wrong_usage: ${message}\n`)
  process.exit(3)
}

/** `ids`: of the peers there are. */
export const readFlags = (ids: readonly string[]): Flags => {
  const options = {
    sample: { type: 'string', default: '100' },
    mutants: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    defect: { type: 'string', multiple: true, default: [] as string[] },
    peer: { type: 'string', multiple: true, default: [] as string[] },
    clean: { type: 'string', default: '7' },
    minutes: { type: 'string', default: '100000' },
    lanes: { type: 'string', default: '1' },
    'no-ours': { type: 'boolean', default: false },
    out: { type: 'string', default: 'reports/out/peers.json' },
    resume: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const
  const { values } = parseArgs({ options })
  if (values.help) {
    process.stdout.write(usageOf(ids))
    process.exit(0)
  }
  const whole = (name: 'sample' | 'mutants' | 'seed' | 'clean' | 'minutes' | 'lanes'): number =>
    /^\d{1,10}$/.test(values[name])
      ? Number(values[name])
      : wrong(`--${name} must be a whole number, not ${values[name]}.`)
  if (whole('lanes') < 1) wrong('--lanes must be 1 or more, not 0.')
  const unknown = values.peer.find((id) => !ids.includes(id))
  if (unknown !== undefined) wrong(`--peer ${unknown} is none; choose of ${ids.join(', ')}.`)
  return {
    ...values,
    ours: !values['no-ours'],
    sample: whole('sample'),
    mutants: whole('mutants'),
    seed: whole('seed'),
    clean: whole('clean'),
    minutes: whole('minutes'),
    lanes: whole('lanes'),
    defect: values.defect.flatMap((ids) => ids.split(',')),
  }
}
