// Holds request bodies against their shapes and says what is wrong with dotted paths (Errors / Standard body).
import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Behaviour } from '../behaviour/behaviour.ts'
import type { Fault } from '../behaviour/problems.ts'
import type { ShapeName } from '../behaviour/shapes.ts'
import { notBlank } from '../behaviour/shapes.ts'
import { offending, Refusal } from '../domain/refusal.ts'

const dotted = (...parts: (string | undefined)[]): string =>
  parts
    .flatMap((part) => (part ?? '').split('/'))
    .filter((part) => part !== '')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')

const fault = (error: ErrorObject): Fault => {
  const { keyword, instancePath, params, data, message } = error
  const isMissing = keyword === 'required' || params['pattern'] === notBlank || keyword === 'minItems'
  if (isMissing) {
    const field = dotted(instancePath, params['missingProperty'] as string | undefined)
    return { kind: 'missingField', keyword, field, code: 'required', value: null, message: 'is required' }
  }
  const unknown = params['additionalProperty'] as string | undefined
  if (unknown !== undefined) {
    const value = offending((data as Record<string, unknown>)[unknown])
    const field = dotted(instancePath, unknown)
    return { kind: 'unusableValue', keyword, field, code: 'invalid_value', value, message: 'is not known' }
  }
  return {
    kind: keyword === 'type' ? 'wrongType' : 'unusableValue',
    keyword,
    field: dotted(instancePath),
    code: 'invalid_value',
    value: instancePath.endsWith('secret') ? null : offending(data),
    message:
      keyword === 'enum'
        ? `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`
        : (message ?? 'is not usable'),
  }
}

export type ShapeChecker = (name: ShapeName, body: unknown) => void

let engine: Ajv2020 | undefined
const known = new Map<string, ValidateFunction>()

/** Compiling takes longer than anything else at the start, and most simulators of a process have the same shapes. */
const compile = (shape: object): ValidateFunction => {
  if (!engine) {
    engine = new Ajv2020({ allErrors: true, verbose: true, strict: false, validateSchema: false })
    ;(addFormats as unknown as (ajv: Ajv2020, formats: string[]) => void)(engine, ['date', 'uri'])
  }
  const text = JSON.stringify(shape)
  const validate = known.get(text) ?? engine.compile(shape)
  known.set(text, validate)
  return validate
}

export const createShapeChecker = ({ shapes, problems }: Behaviour): ShapeChecker => {
  const compiled = new Map<ShapeName, ValidateFunction>()
  return (name, body) => {
    let validate = compiled.get(name)
    if (!validate) compiled.set(name, (validate = compile(shapes[name])))
    if (validate(body)) return
    const all = (validate.errors ?? []).map(fault)
    // A value of the wrong type is outside its enumeration as well; one detail says enough.
    const faults = all.filter(
      (one, n) => all.findIndex(({ field, code }) => field === one.field && code === one.code) === n,
    )
    const worst = (['wrongType', 'missingField', 'unusableValue'] as const)
      .map((kind) => faults.find((one) => one.kind === kind))
      .find((one) => one !== undefined)!
    const details = faults.map(({ kind: _kind, keyword: _keyword, ...detail }) => detail)
    throw new Refusal(problems.faultCode(name, worst), 'The request body cannot be used; details says where.', {
      details,
    })
  }
}
