import { expect, test } from 'vitest'
import { GRINDING_DEFAULTS } from '#shared/platform/settings/grinding.ts'
import { WHOLE_BEAN } from '#shared/platform/grinds.ts'
import { HOUSE_RECIPES, clockOf, recipeFor, temperatureText, type BrewRecipe } from './brew-recipes.ts'

const RECIPES: [string, BrewRecipe][] = Object.entries(HOUSE_RECIPES)

test.each(RECIPES)('the recipe %s has amounts that agree', (_, { dose, water, ratio, steps }) => {
  expect(Math.abs(dose * ratio - water) / water).toBeLessThanOrEqual(0.02)
  expect(Number.isInteger(dose)).toBe(true)
  expect(water % 1).toBe(0)
  const pours = steps.flatMap(({ grams }) => (grams === undefined ? [] : [grams]))
  if (pours.length > 0) expect(pours.at(-1)).toBe(water)
  expect(pours).toEqual(pours.toSorted((a, b) => a - b))
  expect(new Set(pours).size).toBe(pours.length)
})

test.each(RECIPES)(
  'the times of the recipe %s rise, and its end is last',
  (_, { steps, done: [from, to] }) => {
    const times = steps.map(({ at }) => at)
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b))
    expect(times[0] ?? 0).toBe(0)
    expect(from).toBeGreaterThanOrEqual(times.at(-1) ?? 1)
    expect(to).toBeGreaterThanOrEqual(from)
  },
)

test.each(RECIPES)('the water of the recipe %s is hot, or cold for cold brew', (name, { celsius }) => {
  if (name === 'coldBrew') expect(celsius).toBeNull()
  else {
    expect(celsius).toBeGreaterThanOrEqual(85)
    expect(celsius).toBeLessThanOrEqual(100)
  }
})

test.each(RECIPES)('the last grams in each text of the recipe %s are those of its step', (_, { steps }) => {
  for (const { text, grams } of steps) {
    const named = [...text.matchAll(/(\d+) g\b/g)].map(([, number]) => Number(number))
    if (named.length > 0) expect(named.at(-1)).toBe(grams)
    expect(named).toEqual(named.toSorted((a, b) => a - b))
  }
})

const NONE = { brewMethod: '', brewDose: null, brewWater: null, brewSeconds: null }
const POUR_OVER = { brewMethod: 'Pour over', brewDose: 20, brewWater: 320, brewSeconds: 210 }

test('whole beans get the recipe of the coffee, or the one for pour over', () => {
  expect(recipeFor(POUR_OVER, WHOLE_BEAN)).toEqual({ own: POUR_OVER })
  expect(recipeFor(NONE, WHOLE_BEAN)).toEqual({ house: HOUSE_RECIPES.v60 })
  expect(recipeFor({ ...NONE, brewMethod: 'Pour over' }, '')).toEqual({ house: HOUSE_RECIPES.v60 })
})

test('ground coffee gets the recipe of the coffee only for the brewer for which it was ground', () => {
  expect(recipeFor(POUR_OVER, 'Pour over')).toEqual({ own: POUR_OVER })
  expect(recipeFor(POUR_OVER, 'V60')).toEqual({ own: POUR_OVER })
  expect(recipeFor(POUR_OVER, 'French press')).toEqual({ house: HOUSE_RECIPES.frenchPress })
  expect(recipeFor(POUR_OVER, 'Turkish')).toBeNull()
})

test('each grind that a new shop offers has a recipe of its own', () => {
  const recipes = GRINDING_DEFAULTS.grinds.map((grind) => recipeFor(NONE, grind))
  expect(recipes).not.toContain(null)
  expect(new Set(recipes.map((recipe) => JSON.stringify(recipe))).size).toBe(recipes.length)
})

test('temperatures are in Fahrenheit first, and times have minutes', () => {
  expect(temperatureText(96)).toBe('205 °F (96 °C)')
  expect([clockOf(45), clockOf(540), clockOf(43_200)]).toEqual(['0:45', '9:00', '12 h'])
})
