// Two objects in one, where a request is answered: of a literal that spreads them each has a hidden class of its own, which costs microseconds.

export const merged = <A extends object, B extends object>(first: A, second: B): A & B =>
  Object.assign({}, first, second)
