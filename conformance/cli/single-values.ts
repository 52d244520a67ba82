// An option that takes one value is given once: commander itself takes the last, and says nothing of those before it.
import type { Command, Option } from 'commander'

/** A parser that takes what was read before adds to it; one of commander's own, for choices, takes it and leaves it. */
const mayRepeat = ({ variadic, argChoices, parseArg }: Option): boolean =>
  variadic || (argChoices === undefined && (parseArg?.length ?? 0) > 1)

export const takesOneValue = (option: Option): boolean => (option.required || option.optional) && !mayRepeat(option)

export const takeSingleValues = (command: Command): void => {
  for (const option of command.options.filter(takesOneValue)) {
    let isGiven = false
    command.on(`option:${option.name()}`, () => {
      if (isGiven)
        command.error(`${option.long} takes one value, but is given twice; give it once.`, {
          code: 'commander.repeatedOption',
        })
      isGiven = true
    })
  }
}
