// A pure function that remembers what it made of each input, up to a number of them.

/** Nothing but the input may decide what is made, and nobody may change it afterwards. What is undefined is made again. */
export const remembered = <Input, Made>(make: (input: Input) => Made, most = 10_000): ((input: Input) => Made) => {
  const made = new Map<Input, Made>()
  /** What was asked for last is asked for again more often than not. */
  let lastInput: Input | undefined
  let last: Made | undefined
  return (input) => {
    if (last !== undefined && input === lastInput) return last
    let found = made.get(input)
    if (found === undefined) {
      found = make(input)
      if (found === undefined) return found
      // Which of them are asked for again nobody knows: all make room.
      if (made.size >= most) made.clear()
      made.set(input, found)
    }
    lastInput = input
    last = found
    return found
  }
}
