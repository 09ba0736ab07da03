import { expect, test } from 'vitest'
import { answersQuery, contradiction, readAnswers, type Answers } from '#shared/platform/coffee-finder.ts'
import { chooseCoffees, everyAnswers, type FinderCoffee } from './choose-coffees.ts'

const WEEK = '2026-11-30'

const coffee = (
  id: string,
  roastingLevel: number,
  flavors: string[],
  bestFor: string[],
  price = 5.5,
): FinderCoffee => ({ id, roastingLevel, flavors, bestFor, inStock: true, price })

/** The coffees of the demo that are not decaf. */
const TWELVE = [
  coffee('Guji', 2, ['Fruit', 'Floral'], ['Filter']),
  coffee('Huila', 3, ['Fruit', 'Chocolate'], ['Espresso', 'Filter'], 5.1),
  coffee('Gallery', 4, ['Chocolate', 'Nut', 'Caramel'], ['Espresso', 'Milk'], 4.7),
  coffee('Nyeri', 2, ['Fruit'], ['Filter', 'Cold brew'], 6.2),
  coffee('Huehuetenango', 3, ['Chocolate', 'Nut'], ['Espresso', 'Filter', 'Milk'], 5),
  coffee('Tarrazú', 2, ['Fruit', 'Caramel'], ['Filter', 'Cold brew'], 5.4),
  coffee('Kivu', 2, ['Fruit', 'Floral', 'Caramel'], ['Filter'], 5.3),
  coffee('Cerrado', 4, ['Chocolate', 'Nut'], ['Espresso', 'Milk'], 4.4),
  coffee('Aceh', 5, ['Chocolate', 'Spice'], ['Milk', 'Cold brew'], 4.9),
  coffee('Gesha', 1, ['Fruit', 'Floral'], ['Filter'], 12.4),
  coffee('Haraz', 3, ['Fruit', 'Spice'], ['Filter'], 10),
]

const answers = (given: Partial<Answers>): Answers => ({
  brewer: '',
  milk: '',
  taste: '',
  roast: '',
  ...given,
})
const names = (given: Partial<Answers>, from = TWELVE) =>
  chooseCoffees(from, answers(given), WEEK).map(({ id }) => id)

test('answers lead to coffees that fit them, with reasons from what fitted', () => {
  expect(['Guji', 'Nyeri', 'Kivu']).toContain(names({ brewer: 'pour-over', taste: 'fruit' })[0])
  const [first] = chooseCoffees(TWELVE, answers({ brewer: 'moka', milk: 'milk' }), WEEK)
  expect(['Gallery', 'Cerrado']).toContain(first!.id)
  expect(first!.reasons.toSorted()).toEqual(['It keeps its taste in milk.', 'It suits a moka pot.'])
  expect(names({ taste: 'spice', roast: 'dark' })[0]).toBe('Aceh')
})

test('each coffee in stock is a result of some answers, and the two results differ in family or roast', () => {
  const results = new Set<string>()
  const facts = new Map(TWELVE.map((each) => [each.id, each]))
  for (const given of everyAnswers()) {
    const pair = names(given)
    expect(pair).toHaveLength(2)
    const [one, other] = pair.map((id) => facts.get(id)!)
    expect([one!.flavors, one!.roastingLevel]).not.toEqual([other!.flavors, other!.roastingLevel])
    expect(['Gesha', 'Haraz']).not.toContain(one!.id)
    for (const id of pair) results.add(id)
  }
  expect([...results].toSorted()).toEqual(TWELVE.map(({ id }) => id).toSorted())
})

test('also of forty coffees of which many are alike', () => {
  const many = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((copy) =>
    [TWELVE[0]!, TWELVE[2]!, TWELVE[4]!, TWELVE[8]!].map((each) => ({ ...each, id: `${each.id} ${copy}` })),
  )
  const results = new Set(everyAnswers().flatMap((given) => names(given, many)))
  expect(results.size).toBe(40)
})

test('the pair stays the same during a week, and coffees that fit equally well take turns', () => {
  const alike = [1, 2, 3].map((copy) => ({ ...TWELVE[0]!, id: `Guji ${copy}` }))
  const inWeek = (week: string) => chooseCoffees(alike, answers({ taste: 'fruit' }), week)[0]!.id
  expect(inWeek(WEEK)).toBe(inWeek(WEEK))
  const weeks = Array.from({ length: 20 }, (_, week) => `week ${week}`)
  expect(new Set(weeks.map(inWeek)).size).toBe(3)
})

test('sold-out coffees are results only if all are sold out', () => {
  const soldOut = TWELVE.map((each) => ({ ...each, inStock: each.id === 'Aceh' }))
  expect(names({ taste: 'fruit' }, soldOut)).toEqual(['Aceh'])
  const none = TWELVE.map((each) => ({ ...each, inStock: false }))
  expect(names({ taste: 'fruit' }, none)).toHaveLength(2)
  expect(names({}, [])).toEqual([])
})

test('coffees without any facts are results without reasons', () => {
  const bare = [1, 2].map((id) => ({ ...coffee(`Bare ${id}`, 0, [], []), price: null }))
  expect(chooseCoffees(bare, answers({ brewer: 'moka', taste: 'spice' }), WEEK)).toEqual([
    { id: expect.any(String), reasons: [] },
    { id: expect.any(String), reasons: [] },
  ])
})

test('an address has all answers, unknown ones count as not given, and contradictions get a sentence', () => {
  const given = readAnswers(new URLSearchParams('brewer=moka&milk=oat&taste=fruit&x=1'))
  expect(given).toEqual(answers({ brewer: 'moka', taste: 'fruit' }))
  expect(answersQuery(given)).toBe('brewer=moka&milk=&taste=fruit&roast=')
  expect(contradiction(given)).toBeNull()
  expect(contradiction(answers({ milk: 'milk', taste: 'fruit', roast: 'light' }))).toContain('Milk')
  expect(contradiction(answers({ taste: 'fruit', roast: 'dark' }))).toContain('dark roast')
})
