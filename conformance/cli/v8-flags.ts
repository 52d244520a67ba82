// What V8 is set to for a command. V8 prints an error to stderr for a flag that it does not know, and gives no way to ask beforehand.

/** One run, a defect that is looked for and a test end within seconds: most of what V8 would optimise by its own measure is not paid back by then. */
export const optimiseLess = (v8: string = process.versions.v8): string[] =>
  // Later versions have no such flag.
  /^11\.[0-3]\./.test(v8) ? ['--interrupt-budget=500000'] : []

/** Known to V8 11.3 to 14.6, those of Node 20 to 26. */
const smallYoungGeneration = '--semi-space-growth-factor=1'

type Started = { v8?: string; isOverChannel: boolean; options: readonly string[] }

/** `options`: of Node, by its command line or `NODE_OPTIONS`. */
export const v8Flags = (command: string | undefined, { v8, isOverChannel, options }: Started): string[] => {
  const isSimulator = command === 'simulate'
  const isShort = ['conform', 'replay', 'adequacy'].includes(command ?? '') || (isSimulator && isOverChannel)
  // A simulator runs beside what is tested: V8's young generation stays as small as it begins, where it would grow by 45 MB.
  const isSmall = isSimulator && !options.some((option) => /semi[-_]space/.test(option))
  return [...(isShort ? optimiseLess(v8) : []), ...(isSmall ? [smallYoungGeneration] : [])]
}
