// What a variable gives an option that takes no value: true, 1 or yes; false, 0, no or nothing; for every command alike.
import type { Command, Option } from 'commander'

/** In any case. */
export const booleanWords = { on: ['true', '1', 'yes'], off: ['false', '0', 'no'] } as const

const isOn = (text: string): boolean | undefined => {
  const word = text.toLowerCase()
  if (booleanWords.on.some((one) => one === word)) return true
  return word === '' || booleanWords.off.some((one) => one === word) ? false : undefined
}

const takesNoValue = ({ required, optional }: Option): boolean => !required && !optional

/** Commander itself takes any value, `false` too, for a yes. */
export const readBooleanVariables = (command: Command): void => {
  for (const option of command.options.filter(takesNoValue)) {
    const { envVar, long, negate, defaultValue } = option
    if (envVar === undefined) continue
    command.on(`optionEnv:${option.name()}`, () => {
      const given = process.env[envVar] ?? ''
      const on = isOn(given.trim())
      if (on === undefined) {
        const message = `${envVar} must be true, 1 or yes, or false, 0 or no, as ${long} is on or off, but is ${JSON.stringify(given)}; correct it.`
        command.error(message, { code: 'commander.invalidVariable' })
      }
      // As where it is not given, so that it stands in the way of no other option.
      if (!on) command.setOptionValueWithSource(option.attributeName(), negate ? true : defaultValue, 'default')
    })
  }
}
