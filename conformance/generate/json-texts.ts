// Bodies that are no JSON, JSON of another kind, or JSON with odd texts: the raw material of hostile requests.

/** Texts that no JSON parser takes, however lenient, made of the JSON text of an object. */
export const brokenTexts = (json: string): Record<string, string> => ({
  truncated: json.slice(0, -1),
  'cut-in-a-text': json.slice(0, json.lastIndexOf('"')),
  'bare-word': 'order',
  'only-a-brace': '}',
  'wrong-bracket': `${json.slice(0, -1)}]`,
  'missing-colon': json.replace('":', '" '),
  'missing-comma': json.replace(',"', ' "'),
  html: '<!doctype html><title>order</title>',
  'cut-escape': `${json.slice(0, -1)},"x":"\\u12"}`,
})

/** Not JSON either, and yet taken by parsers in common use. */
export const laxTexts = (json: string): Record<string, string> => ({
  'trailing-comma': `${json.slice(0, -1)},}`,
  'single-quotes': json.replaceAll('"', "'"),
  'unquoted-key': json.replace(/"(\w+)":/, '$1:'),
  comment: `/* order */${json}`,
  'not-a-number': `${json.slice(0, -1)},"x":NaN}`,
  'leading-zero': `${json.slice(0, -1)},"x":007}`,
  'raw-control-character': `${json.slice(0, -1)},"x":"a\u0001b"}`,
  'raw-line-break-in-a-text': `${json.slice(0, -1)},"x":"a\nb"}`,
  'byte-order-mark': `\uFEFF${json}`,
  'text-after-the-end': `${json} and so on`,
  'two-documents': `${json}${json}`,
})

/** Media types that no operation with a JSON body takes. */
export const otherTypes: Record<string, string> = {
  'plain-text': 'text/plain',
  xml: 'application/xml',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data; boundary=assay',
  octets: 'application/octet-stream',
}

/** JSON that is no object. */
export const notObjects: Record<string, string> = {
  null: 'null',
  boolean: 'true',
  number: '42',
  text: '"order"',
  'empty-array': '[]',
  'array-of-objects': '[{}]',
}

/** What stands between the quotes of a JSON text: valid JSON, all of it, that a careless reader trips over. */
export const oddTexts: Record<string, string> = {
  'lone-high-surrogate': 'gate \\ud83c end',
  'lone-low-surrogate': 'gate \\udfe1 end',
  'surrogates-reversed': 'gate \\udfe1\\ud83c end',
  nul: 'gate \\u0000 end',
  'control-characters': 'gate \\u0001\\u001b[2J\\u007f end',
  noncharacters: 'gate \\uffff\\ufffe end',
  'direction-override': 'gate \\u202e etag end',
  templates: "gate ${7*7} {{7*7}} %00 %s ' ; -- end",
}
