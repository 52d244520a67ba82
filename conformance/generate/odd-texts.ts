// Texts that no client means to send and every server gets one day.

export const oddTexts = {
  malformed: 'abc',
  'U+0000': 'a\u0000b',
  'too long': 'x'.repeat(300),
  'odd letters': 'ord_ÄÖ-\u202e-𐍈',
  'a quote': `x' OR '1'='1`,
  'a path': '../../etc',
  'a number': '-1',
} as const

export type OddText = keyof typeof oddTexts
