/** The effect of a stored script that runs. Tests look for it in every page. */
export const mark = 'window.fuzzed=1'

/** Texts that become scripts wherever a page, an email or a feed forgets to escape them. */
export const scripts = [
  `<script>${mark}</script>`,
  `"><img src=x onerror="${mark}">`,
  `' onmouseover='${mark}' autofocus onfocus='${mark}`,
  `</script><script>${mark}</script>`,
  `</textarea></title></style><svg onload=${mark}>`,
  `javascript:${mark}//`,
  `[x](javascript:${mark})`,
  `![x](x"onerror="${mark})`,
  `<a href="javascript:${mark}">x</a>`,
  `<iframe srcdoc="<script>parent.${mark}</script>"></iframe>`,
  `https://example.test/"onclick="${mark}`,
  `{{constructor.constructor('${mark}')()}}`,
  `\u2028${mark}\u2029`,
] as const

/** Becomes a script wherever it isn't escaped: in an attribute, in an element of text and in a script. */
export const breakout = `"'></title></textarea></style></script><img src=x onerror="${mark}">`

/** Texts that break parsers, queries, sorting, searches and file names. */
export const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\ufeff',
  '\u202etxet',
  '👩‍👩‍👧‍👦'.repeat(10),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L',
  'ß',
  'İ',
  'ﷺ',
  "'; drop table developers; --",
  '%',
  '_%\\',
  '100%_\\%',
  '\\',
  '(*',
  '[[[[',
  '$1',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '%00',
  '%',
  '%zz',
  '=cmd|calc!A1',
  'NaN',
  'Infinity',
  '1e309',
  '-1',
  '0',
  '007',
  '9223372036854775808',
  '99999999999999999999999999',
  '0x10',
  'true',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  '9999-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00Z',
  'x'.repeat(255),
  'x'.repeat(5_000),
  'é'.repeat(70_000),
  '&amp;<>"\'',
  '\r\nset-cookie: a=b',
  'a@b.test',
  'a'.repeat(64) + '@' + 'b'.repeat(190) + '.test',
  'https://',
  'http://[::1',
  'https://xn--/',
  '1.2.3.4.5',
  '99999999999.0.0',
] as const

function nested(levels: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { value }
  return value
}

/** Values of a type that a call doesn't expect. */
export const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e-7,
  1e21,
  1e308,
  2 ** 31,
  2 ** 32,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 2,
  Number.MIN_SAFE_INTEGER,
  [],
  {},
  [null],
  [[]],
  { $ne: null },
  JSON.parse('{"__proto__":{"is_admin":true},"constructor":{"prototype":{}}}'),
  nested(60),
  nested(2_000),
  Array.from({ length: 2_000 }, (_, index) => index),
  Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key${index}`, index])),
]
