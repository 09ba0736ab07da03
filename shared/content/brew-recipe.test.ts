import { expect, test } from 'vitest'
import {
  clockOf,
  doneText,
  inSize,
  problemsOf,
  ratioText,
  scaledTo,
  secondsOf,
  stepTitle,
  temperatureText,
  type BrewRecipe,
  type BrewStep,
} from './brew-recipe.ts'

const pour = (start: number, end: number, grams: number): BrewStep => ({
  start,
  end,
  kind: 'pour',
  grams,
  text: 'Pour.',
})
const wait = (start: number, end: number): BrewStep => ({
  start,
  end,
  kind: 'wait',
  grams: null,
  text: 'Wait.',
})

const RECIPE: BrewRecipe = {
  dose: 15,
  water: 250,
  isYield: false,
  ratio: 16.7,
  kettle: 400,
  celsius: 96,
  grind: 'medium-fine',
  doneFrom: 150,
  doneTo: 165,
  steps: [pour(0, 15, 60), wait(15, 45), pour(45, 65, 250), wait(65, 150)],
  minDose: 12,
  maxDose: 36,
  timesGrow: true,
  sizes: [],
}

const [first, bloom, second, drain] = RECIPE.steps as [BrewStep, BrewStep, BrewStep, BrewStep]
const SIZED = { minDose: null, maxDose: null }

test.each<[string, Partial<BrewRecipe>, string]>([
  [
    'a ratio more than 2% off',
    { ratio: 16.2 },
    'ratio: 15 g of coffee and 250 g of water are a ratio of 16.7',
  ],
  ['a kettle with too little', { kettle: 240 }, 'kettle: The kettle holds less than the recipe needs'],
  ['an end before the start', { doneFrom: 170 }, 'doneTo: The latest time is before the earliest one'],
  ['a late first step', { steps: [pour(5, 15, 250)] }, 'steps: Step 1: the first step starts at 0:00'],
  [
    'a step before the last one ends',
    { steps: [first, wait(10, 45), second] },
    'steps: Step 2: it starts before the step before it ends',
  ],
  [
    'a step that does not end',
    { steps: [first, wait(45, 45), second] },
    'steps: Step 2: it must end after it starts',
  ],
  [
    'a scale that shows less',
    { steps: [pour(0, 15, 300), pour(45, 65, 250)] },
    'steps: Step 2: the scale already shows 300 g',
  ],
  [
    'grams without a pour',
    { steps: [{ ...bloom, start: 0, grams: 20 }, second] },
    'steps: Step 1: only a pour has grams',
  ],
  [
    'an amount in a sentence',
    { steps: [{ ...first, text: 'Pour 60 g.' }, second] },
    'steps: Step 1: leave amounts out of the sentence, because they change with the dose',
  ],
  [
    'a last pour with less than the recipe',
    { steps: [pour(0, 15, 240)] },
    'steps: The last pour must reach 250 g, like the recipe',
  ],
  [
    'steps that take too long',
    { steps: [first, second, wait(65, 170)] },
    'steps: The steps take longer than the recipe',
  ],
  ['one limit of the dose', { maxDose: null }, 'maxDose: Enter the largest dose too'],
  ['the other limit of the dose', { minDose: null }, 'minDose: Enter the smallest dose too'],
  ['a dose below its limits', { minDose: 16 }, 'minDose: The recipe has 15 g'],
  ['a dose above its limits', { maxDose: 14 }, 'maxDose: The recipe has 15 g'],
  [
    'sizes and doses',
    { sizes: [{ name: 'S', dose: 15, water: 250 }] },
    'sizes: A brewer has sizes or doses from and to, and not both',
  ],
  [
    'a size with another ratio',
    { ...SIZED, sizes: [{ name: 'S', dose: 15, water: 200 }] },
    'sizes: S: its water does not fit the ratio',
  ],
  [
    'sizes without the own one',
    { ...SIZED, sizes: [{ name: 'S', dose: 30, water: 500 }] },
    'sizes: One of the sizes must have 15 g and 250 g',
  ],
])('a recipe is refused for %s', (_, change, problem) => {
  expect(problemsOf(RECIPE)).toEqual([])
  expect(problemsOf({ ...RECIPE, ...change }).map(({ field, message }) => `${field}: ${message}`)).toEqual([
    problem,
  ])
})

test('another dose changes all amounts in proportion, rounded to 5 g of water, and a pour over takes longer', () => {
  const double = scaledTo(RECIPE, 30)
  expect([double.dose, double.water, double.kettle]).toEqual([30, 500, 650])
  expect(double.steps.map(({ grams }) => grams)).toEqual([120, null, 500, null])
  expect(double.steps.map(({ start, end }) => [start, end])).toEqual([
    [0, 20],
    [20, 55],
    [55, 80],
    [80, 180],
  ])
  expect([double.doneFrom, double.doneTo]).toEqual([180, 200])
  const odd = scaledTo(RECIPE, 17)
  expect([odd.water, odd.steps.map(({ grams }) => grams)]).toEqual([285, [70, null, 285, null]])
})

test('in an immersion the times stay, and a dose beyond the limits becomes the limit', () => {
  const immersion = { ...RECIPE, timesGrow: false }
  expect(scaledTo(immersion, 30).steps.map(({ start }) => start)).toEqual([0, 15, 45, 65])
  expect(scaledTo(RECIPE, 500).dose).toBe(36)
  expect(scaledTo(RECIPE, -3).dose).toBe(12)
  expect(scaledTo(RECIPE, 15.4)).toBe(RECIPE)
  expect(scaledTo(RECIPE, Number.NaN)).toBe(RECIPE)
  expect(scaledTo({ ...RECIPE, ...SIZED }, 30).dose).toBe(15)
})

test('a size sets dose and water, and the times stay', () => {
  const small = inSize({ ...RECIPE, ...SIZED, kettle: null }, { name: '1 cup', dose: 6, water: 100 })
  expect([small.dose, small.water, small.kettle, small.doneTo]).toEqual([6, 100, null, 165])
  expect(small.steps.map(({ grams }) => grams)).toEqual([25, null, 100, null])
})

test('temperatures are in Fahrenheit first, times have minutes, and a shot runs', () => {
  expect(temperatureText(96)).toBe('205 °F (96 °C)')
  expect([0, 45, 540, 5400, 43_200].map(clockOf)).toEqual(['0:00', '0:45', '9:00', '1:30:00', '12 h'])
  expect([16.67, 2, 4.85].map(ratioText)).toEqual(['1:16.7', '1:2', '1:4.85'])
  expect(stepTitle(first, false)).toBe('Pour to 60 g')
  expect(stepTitle(first, true)).toBe('Run to 60 g')
  expect(stepTitle(drain, false)).toBe('Wait')
  expect(doneText({ doneFrom: 28, doneTo: 32 })).toBe('28–32\u00a0s')
  expect(doneText({ doneFrom: 300, doneTo: 360 })).toBe('5:00–6:00')
  expect(doneText({ doneFrom: 165, doneTo: 165 })).toBe('2:45')
})

test('times are read as people type them', () => {
  expect(['45', '0:45', ' 2:45 ', '12 h', '12:00:00', '1:30:00'].map(secondsOf)).toEqual([
    45, 45, 165, 43_200, 43_200, 5400,
  ])
  for (const typed of ['', 'soon', '2:75', '-1', '1.5', '2:45:99', '9'.repeat(40)])
    expect(secondsOf(typed)).toBeNaN()
})
