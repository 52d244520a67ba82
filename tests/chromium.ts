// The Chromium of this machine: where it is, and how it is started without a screen and without calls of its own.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Undefined where there is none. */
export const findChromium = (): string | undefined => {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [process.env['ASSAY_CHROMIUM'], '/usr/bin/chromium', ...found].find((file) => file && isProgram(file))
}

const flags = ['--no-sandbox', '--headless', '--disable-gpu', '--disable-background-networking']
const quiet = ['--disable-component-update', '--disable-sync', '--no-first-run']

export const launchChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: [...flags, ...quiet] })
