// Writes dist/conformance/checks/outlines.json, from which the checks are known before their files are loaded.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const fileIn = (root) => join(root, 'dist', 'conformance', 'checks', 'outlines.json')

export const hasOutlines = (root) => existsSync(fileIn(root))

/** What a check may take its rules from. */
export const isOutlined = (file) =>
  /^(?:conformance|fixtures|reports)\//.test(file) && !/\.(?:test|support)\.ts$/.test(file)

/**
 * Nothing of checks that do not fit together: who loads them is shown why.
 * @param fixtures the folder of the contract that they are for: its YAML may be written in another way
 */
export const outlinesText = async (root, fixtures) => {
  try {
    const { contractKey } = await import(join(root, 'dist', 'fixtures', 'contract-key.js'))
    const { outlineChecks: outline } = await import(join(root, 'dist', 'conformance', 'checks', 'load-checks.js'))
    return JSON.stringify({ key: contractKey(fixtures), outlines: await outline() })
  } catch {
    return '{}'
  }
}

/** What is as it was is not written again. */
export const outlineChecks = async (root) => {
  const text = await outlinesText(root, join(root, 'fixtures'))
  if (hasOutlines(root) && readFileSync(fileIn(root), 'utf8') === text) return
  mkdirSync(dirname(fileIn(root)), { recursive: true })
  writeFileSync(fileIn(root), text)
}
