// Writes dist/conformance/checks/outlines.json, from which the checks are known before their files are loaded.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const fileIn = (root) => join(root, 'dist', 'conformance', 'checks', 'outlines.json')

export const hasOutlines = (root) => existsSync(fileIn(root))

/** What a check may take its rules from. */
export const isOutlined = (file) =>
  /^(?:conformance|fixtures|reports)\//.test(file) && !/\.(?:test|support)\.ts$/.test(file)

const load = (root, ...file) => import(pathToFileURL(join(root, 'dist', ...file)).href)

/**
 * Nothing of checks that do not fit together: who loads them is shown why.
 * @param fixtures the folder of the contract that they are for: its YAML may be written in another way
 */
export const outlinesText = async (root, fixtures) => {
  const { contractKey } = await load(root, 'fixtures', 'contract-key.js')
  const { outlineChecks: outline } = await load(root, 'conformance', 'checks', 'load-checks.js')
  const key = contractKey(fixtures)
  const outlines = await outline().catch(() => undefined)
  return outlines === undefined ? '{}' : JSON.stringify({ key, outlines })
}

/** What is as it was is not written again. */
export const outlineChecks = async (root) => {
  const text = await outlinesText(root, join(root, 'fixtures'))
  if (hasOutlines(root) && readFileSync(fileIn(root), 'utf8') === text) return
  mkdirSync(dirname(fileIn(root)), { recursive: true })
  writeFileSync(fileIn(root), text)
}
