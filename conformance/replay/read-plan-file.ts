// Reads a plan file, and says what is wrong with one that cannot be replayed.
import type { ErrorObject } from 'ajv/dist/2020.js'
import { planFormat, planVersion, type PlanFile } from '../../reports/plan-file.ts'
import type { Check } from '../kit/check.ts'
import { createAjv } from '../contract/ajv.ts'
import { CodedError } from '../contract/coded-error.ts'
import { readText } from '../contract/read-text.ts'
import { planSchema, rules } from '../contract/contract.ts'
import { planProblems, type Plan } from '../model/plan.ts'
import type { Machine } from '../model/machine.ts'

const textOf = (file: string): string =>
  readText(
    file,
    'unreadable_plan',
    (why) => `${file} cannot be read (${why}); give a file that \`assay conform\` wrote.`,
  )

const valueOf = (file: string): unknown => {
  try {
    return JSON.parse(textOf(file)) as unknown
  } catch (error) {
    if (error instanceof CodedError) throw error
    throw new CodedError('unreadable_plan', `${file} must hold JSON, but does not (${(error as Error).message}).`)
  }
}

/** Of several complaints about alternatives, the one that goes deepest into the file says most. */
const worst = (errors: readonly ErrorObject[]): ErrorObject =>
  errors.toSorted((one, other) => other.instancePath.length - one.instancePath.length)[0]!

const fitted = (file: string, value: unknown): PlanFile => {
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown }
  if (format !== planFormat)
    throw new CodedError('no_plan_file', `${file} must say "format": "${planFormat}"; it is no plan file.`)
  if (version !== planVersion)
    throw new CodedError(
      'unknown_plan_version',
      `${file} must have version ${planVersion}, but has ${JSON.stringify(version)}; replay it with the assay that wrote it.`,
    )
  const validate = createAjv({ strict: false, validateSchema: false }).compile<PlanFile>(planSchema())
  if (validate(value)) return value
  const { instancePath, message, params } = worst(validate.errors ?? [])
  const detail = JSON.stringify(params)
  throw new CodedError(
    'unfit_plan',
    `${file} does not keep fixtures/schemas/plan.schema.json: ${instancePath || 'the whole'} ${message} ${detail}.`,
  )
}

/** @throws CodedError, exit code 3: unreadable_plan, no_plan_file, unknown_plan_version, unfit_plan, unknown_rule, unknown_check */
export const readPlanFile = (file: string, machine: Machine, checks: readonly Check[]): PlanFile => {
  const plan = fitted(file, valueOf(file))
  const { rule, run } = plan
  if (rules().get(rule)?.party !== 'service')
    throw new CodedError('unknown_rule', `${file} names the rule ${rule}, which the contract does not have.`)
  if ('check' in run && !checks.some(({ id }) => id === run.check))
    throw new CodedError('unknown_check', `${file} names the check ${run.check}, which this assay does not have.`)
  const [problem] = 'plan' in run ? planProblems(machine, run.plan as Plan) : []
  if (problem !== undefined) throw new CodedError('unfit_plan', `${file} makes no sense: ${problem}`)
  return plan
}
