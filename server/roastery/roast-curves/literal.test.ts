import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NotLiteral, readLiteral } from './literal.ts'

const plain = (text: string) => {
  const value = readLiteral(text)
  return value instanceof Map ? Object.fromEntries(value) : value
}

test('reads what repr writes: texts with both quotes, escapes, tuples, nan, inf, exponents and None', () => {
  expect(
    plain(
      `{'a': "it's", "b": 'say "hi"', 'c': (1, 2.5,), 'd': [True, False, None], 'e': -1.5e-3, 7: u'old', 'f': 12L}`,
    ),
  ).toEqual({
    a: "it's",
    b: 'say "hi"',
    c: [1, 2.5],
    d: [true, false, null],
    e: -0.0015,
    7: 'old',
    f: 12,
  })
  expect(readLiteral('[nan, -inf, inf, NaN, -Infinity, .5, 1., +3]')).toEqual([
    Number.NaN,
    Number.NaN,
    Number.NaN,
    Number.NaN,
    Number.NaN,
    0.5,
    1,
    3,
  ])
  expect(readLiteral(String.raw`'\x41\u00e9\U0001f600\n\t\\\'\"\101\q'`)).toBe(
    'A\u00e9\u{1f600}\n\t\\\'"A\\q',
  )
  expect(readLiteral('() ')).toEqual([])
  expect(plain(' {} ')).toEqual({})
})

test('reads all JSON like JSON.parse', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      expect(unmapped(readLiteral(text))).toEqual(JSON.parse(text))
    }),
  )
})

function unmapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmapped)
  if (!(value instanceof Map)) return value
  return Object.fromEntries([...value].map(([key, each]) => [key, unmapped(each)]))
}

test.each([
  '',
  ' ',
  '{',
  '[1',
  "{'a'}",
  "{'a' 1}",
  "{'a': }",
  "{'a': 1 'b': 2}",
  '[1 2]',
  '[,]',
  '{1, 2}',
  '{[1]: 2}',
  "'open",
  "'a\nb'",
  "'\\",
  "'\\U00ffffff'",
  'set()',
  '__import__("os").system("ls")',
  '[1] [2]',
  '1j',
  '0x10',
  '1.2.3',
  'Nonesuch',
  'constructor',
  '"""a"""',
  '[1)',
])('refuses %j', (text) => {
  expect(() => readLiteral(text)).toThrow(NotLiteral)
})

test('a key such as __proto__ is only a key', () => {
  const value = readLiteral(`{'__proto__': {'polluted': True}, 'constructor': 1}`)
  expect(value).toBeInstanceOf(Map)
  expect([...(value as Map<string, unknown>).keys()]).toEqual(['__proto__', 'constructor'])
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test('refuses deep nesting, too many values and numbers that are too long, and does not crash', () => {
  expect(() => readLiteral('['.repeat(1_000_000))).toThrow('nested too deeply')
  expect(() => readLiteral(`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`)).toThrow('nested too deeply')
  expect(() => readLiteral(`[${'0,'.repeat(600_001)}]`)).toThrow('too many values')
  expect(() => readLiteral('9'.repeat(1_000_000))).toThrow('too long')
  expect(readLiteral('1e999')).toBe(Number.POSITIVE_INFINITY)
  expect(readLiteral(`'${'a'.repeat(1_000_000)}'`)).toHaveLength(1_000_000)
  expect(() => readLiteral(`'${'\\'.repeat(1_000_001)}'`)).toThrow(NotLiteral)
})
