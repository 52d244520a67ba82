// Holds request bodies against their shapes and says what is wrong with dotted paths (Errors / Standard body).
import type { ErrorObject, ValidateFunction } from 'ajv'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import { bounds } from '../../fixtures/bounds.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'
import type { Fault } from '../behaviour/problems.ts'
import type { ShapeName } from '../behaviour/shapes.ts'
import { notBlank } from '../behaviour/shape.ts'
import { offending, Refusal } from '../domain/refusal.ts'
import { createAjv } from '../contract/schemas.ts'

const dotted = (...parts: (string | undefined)[]): string =>
  parts
    .flatMap((part) => (part ?? '').split('/'))
    .filter((part) => part !== '')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')

const isMissing = ({ keyword, params }: ErrorObject): boolean =>
  keyword === 'required' || params['pattern'] === notBlank || keyword === 'minItems'

const unknownIn = ({ params }: ErrorObject): string | undefined => params['additionalProperty'] as string | undefined

const kindOf = (error: ErrorObject): Fault['kind'] => {
  if (isMissing(error)) return 'missingField'
  return error.keyword === 'type' && unknownIn(error) === undefined ? 'wrongType' : 'unusableValue'
}

const fieldOf = (error: ErrorObject): string =>
  dotted(
    error.instancePath,
    isMissing(error) ? (error.params['missingProperty'] as string | undefined) : unknownIn(error),
  )

const faultOf = (error: ErrorObject): Fault => {
  const { keyword, instancePath, params, data, message } = error
  const base = { kind: kindOf(error), keyword, field: fieldOf(error) }
  if (isMissing(error)) return { ...base, code: 'required', value: null, message: 'is required' }
  const unknown = unknownIn(error)
  if (unknown !== undefined) {
    const value = offending((data as Record<string, unknown>)[unknown])
    return { ...base, code: 'invalid_value', value, message: 'is not known' }
  }
  return {
    ...base,
    code: 'invalid_value',
    value: instancePath.endsWith('secret') ? null : offending(data),
    message:
      keyword === 'enum'
        ? `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`
        : (message ?? 'is not usable'),
  }
}

/** A value of the wrong type is outside its enumeration as well; one detail says enough. */
const distinct = (errors: readonly ErrorObject[]): ErrorObject[] => {
  const seen = new Map<string, ErrorObject>()
  for (const error of errors) {
    const place = `${isMissing(error)} ${fieldOf(error)}`
    if (!seen.has(place)) seen.set(place, error)
  }
  return [...seen.values()]
}

export type ShapeChecker = (name: ShapeName, body: unknown) => void

let engine: Ajv2020 | undefined
const known = new Map<string, ValidateFunction>()

/** Compiling takes longer than anything else at the start, and most simulators of a process have the same shapes. */
const compile = (shape: object): ValidateFunction => {
  engine ??= createAjv({ allErrors: true, verbose: true }, ['date', 'uri'])
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
    const errors = distinct(validate.errors ?? [])
    const worst = (['wrongType', 'missingField', 'unusableValue'] as const)
      .map((kind) => errors.find((one) => kindOf(one) === kind))
      .find((one) => one !== undefined)!
    const details = errors.slice(0, bounds.repeated.details).map((one) => {
      const { kind: _kind, keyword: _keyword, ...detail } = faultOf(one)
      return detail
    })
    throw new Refusal(
      problems.faultCode(name, faultOf(worst)),
      'The request body cannot be used; details says where.',
      {
        details,
      },
    )
  }
}
