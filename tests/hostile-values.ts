// Values that a target may put where a text or a number belongs, and that are in somebody's way.

const parsed = (text: string): unknown => JSON.parse(text) as unknown

const deep = (levels: number): unknown => parsed('['.repeat(levels) + ']'.repeat(levels))

export const hostileValues: readonly unknown[] = [
  // Names that mean something to JavaScript.
  { toString: 1, valueOf: 1 },
  { toString: null },
  { valueOf: {} },
  [{ toString: 1 }],
  parsed('{"__proto__":{"toString":1,"status":"new"}}'),
  parsed('{"__proto__":null}'),
  { constructor: { prototype: { isHostile: true } } },
  { constructor: 1, hasOwnProperty: 1, isPrototypeOf: 1, propertyIsEnumerable: 1, toLocaleString: 1 },
  parsed('{"then":1}'),
  { toJSON: 1 },
  { length: 1e9 },
  { length: -1, 0: 'a' },
  { 0: 'a', 1: 'b', 4294967295: 'c', '-0': 'd' },
  { '': '', ' ': ' ', '~1/~0': 1, 'a/b': 2 },
  { markup: '<b>', text: '<b>', html: '<b>', type: 'finding', value: 'x' },
  { message: 'x', stack: 'x', name: 'Error', code: 'suite_failed', cause: {} },
  deep(190),
  [[], {}, [null], ''],
  null,
  true,
  0,
  -0,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  // Texts that are in the way of those who show them.
  '',
  '\u0000',
  '\u0000\u0008\u000B\u001F\u007F\u0085\u009B31m',
  '\u001B[2J\u001B[31m\u001B]0;title\u0007\u001B]8;;https://example.com\u0007link\u001B]8;;\u0007',
  '\uD800',
  '\uDC00\uD800 a',
  'x'.repeat(79) + '\uD83D\uDE00'.repeat(90),
  '\u202E\u2066abc\u2069\u200F\u061C',
  '\u2028\u2029\uFEFF\uFFFE\uFFFF',
  ']]> <![CDATA[ <!-- --> <?xml?> &#0; &lt; &bogus; </failure></script><script>alert(1)</script>',
  '"\' ` ```` | \\ \\| $(id) ${id} `id` %0A %s {{x}} [a](javascript:alert(1)) ![x](http://example.com/x)',
  '\n::error::no\r\n::set-output name=x::y\n##[error]no ##vso[task.complete result=Succeeded]\n# a\n- b\n| c |',
  'EOF\nASSAY\n\nrm -rf x',
  '__proto__',
  'constructor',
  'toString',
  '-0',
  '1e999',
  'NaN',
]
