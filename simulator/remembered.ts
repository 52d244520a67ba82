// A pure function that remembers what it made of each input, up to a number of them.

/** Nothing but the input may decide what is made, and nobody may change it afterwards. What is undefined is made again. */
export const remembered = <Input, Made>(make: (input: Input) => Made, most = 10_000): ((input: Input) => Made) => {
  const made = new Map<Input, Made>()
  return (input) => {
    const known = made.get(input)
    if (known !== undefined) return known
    const fresh = make(input)
    if (fresh === undefined) return fresh
    // Which of them are asked for again nobody knows: all make room.
    if (made.size >= most) made.clear()
    made.set(input, fresh)
    return fresh
  }
}
