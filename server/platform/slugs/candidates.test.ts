import { expect, test } from 'vitest'
import { looksLikeId, slugProblem } from '#shared/platform/resources/slug.ts'
import { candidatesFor, slugFrom } from './candidates.ts'

const ID = '01jd2k3m4n5p6q7r8s9tab'
const made = (name: string, more: string[] = []) => candidatesFor({ id: ID, name, more }, 'product')

test.each([
  ['Ethiopia Guji Highlands', 'ethiopia-guji-highlands'],
  ['  Café Crème!  №2 ', 'cafe-creme-no2'],
  ['Roaster’s Choice & Friends', 'roasters-choice-friends'],
  ['Smørrebrød, Straße, Łódź', 'smorrebrod-strasse-lodz'],
  ['50/50 — Blend', '50-50-blend'],
  ['コーヒー', ''],
  ['☕️ 🎉', ''],
  ['../../etc/passwd?x=1#y', 'etc-passwd-x-1-y'],
])('an address has only the letters and digits of a name: %s', (name, slug) => {
  expect(slugFrom(name)).toBe(slug)
})

test('a long name is cut after a whole word, and a long word anywhere', () => {
  const long = slugFrom('Natural Anaerobic '.repeat(7))
  expect(long).toBe('natural-anaerobic-natural-anaerobic-natural-anaerobic')
  expect(slugFrom('x'.repeat(120))).toHaveLength(60)
})

test('records with one name are told apart by their regions, then by numbers', () => {
  expect(made('Guji', [' Sidamo', 'Ethiopia']).slice(0, 4)).toEqual([
    'guji',
    'guji-sidamo',
    'guji-ethiopia',
    'guji-2',
  ])
  // The name has the country already.
  expect(made('Ethiopia Guji', ['Guji', 'Ethiopia'])[1]).toBe('ethiopia-guji-2')
})

test('a name without Latin letters, a number, a reserved word or a name like an id gives a usable address', () => {
  expect(made('グジ', [' Guji', 'Ethiopia'])[0]).toBe('guji')
  expect(made('グジ')[0]).toBe('product')
  expect(made('2026')[0]).toBe('product-2026')
  expect(made('Top', ['Guji'])[0]).toBe('top-guji')
  expect(made('0123456789abcdefghjkmn')[0]).toBe('0123456789abcdefghjkmn-2')
  for (const name of ['', 'グジ', 'Top', '2026', 'x'.repeat(120), ID, '---'])
    for (const slug of made(name)) expect([slug, slugProblem(slug)]).toEqual([slug, null])
})

test('each record has a candidate of its own', () => {
  expect(made('Guji').at(-1)).toBe(`product-${ID}`)
})

test('ids are not addresses', () => {
  for (const id of [ID, '5f2b1c9e8d7a6b5c4d3e2f1a', '1234567890123456789012'])
    expect(looksLikeId(id)).toBe(true)
  for (const word of ['ethiopia-guji-highlands-2026', 'guji', 'donaudampfschifffahrtsgesellschaft'])
    expect(looksLikeId(word)).toBe(false)
})
