// GET /openapi.yaml: the document of this port, as it is in the package.
import { readFile } from 'node:fs/promises'
import { fixturePath } from '../../contract/contract.ts'
import { controlOperation } from '../operation.ts'

export const getControlDocument = controlOperation({
  id: 'getControlDocument',
  method: 'get',
  path: '/openapi.yaml',
  contentType: 'application/yaml; charset=utf-8',
  handle: () => readFile(fixturePath('control.yaml'), 'utf8'),
})
