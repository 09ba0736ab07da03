import { expect, test } from 'vitest'
import { brewGuideEdit } from '#shared/content/api/brew-guides.ts'
import { inSize, problemsOf, scaledTo } from '#shared/content/brew-recipe.ts'
import { guideFor, guideOf, recipeFor } from '#shared/content/guide-for.ts'
import { GRINDING_DEFAULTS } from '#shared/platform/settings/grinding.ts'
import { WHOLE_BEAN } from '#shared/platform/grinds.ts'
import { FIRST_GUIDES } from './first-guides.ts'

const GUIDES = FIRST_GUIDES.map((guide) => [guide.slug, guide] as const)

test.each(GUIDES)('the guide %s has amounts and times that agree', (_, guide) => {
  expect(problemsOf(guide)).toEqual([])
  const { slug, ...edit } = guide
  expect(brewGuideEdit.safeParse({ ...edit, place: 1 }).error?.issues ?? []).toEqual([])
  expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  // Every moment has a step, so the timer always shows one.
  for (const [index, step] of guide.steps.entries())
    if (index > 0) expect(step.start).toBe(guide.steps[index - 1]!.end)
  expect(guide.celsius === null).toBe(slug === 'cold-brew')
})

test.each(GUIDES)('the guide %s keeps rising amounts and times at each dose and size', (_, guide) => {
  const { minDose, maxDose, sizes } = guide
  const doses =
    minDose === null ? [] : Array.from({ length: maxDose! - minDose + 1 }, (_each, n) => minDose + n)
  const recipes = [...doses.map((dose) => scaledTo(guide, dose)), ...sizes.map((size) => inSize(guide, size))]
  expect(recipes.length).toBeGreaterThan(1)
  for (const { dose, water, steps, kettle, doneTo } of recipes) {
    const poured = steps.flatMap(({ grams }) => (grams === null ? [] : [grams]))
    expect(poured.at(-1)).toBe(water)
    expect(poured).toEqual([...new Set(poured)].toSorted((a, b) => a - b))
    for (const [index, { start, end }] of steps.entries()) {
      expect(end).toBeGreaterThan(start)
      if (index > 0) expect(start).toBe(steps[index - 1]!.end)
    }
    expect(doneTo).toBeGreaterThanOrEqual(steps.at(-1)!.end)
    expect(Number.isInteger(dose)).toBe(true)
    if (minDose !== null) expect(water % 5).toBe(0)
    if (kettle !== null) expect(kettle).toBeGreaterThanOrEqual(water)
  }
})

const NONE = { brewMethod: '', brewDose: null, brewWater: null, brewSeconds: null }
const POUR_OVER = { brewMethod: 'Pour over', brewDose: 20, brewWater: 320, brewSeconds: 210 }
const guide = (slug: string) => FIRST_GUIDES.find((each) => each.slug === slug)!
const found = (own: typeof POUR_OVER | typeof NONE, grind: string) => recipeFor(FIRST_GUIDES, own, grind)

test('whole beans get the recipe of the coffee, or the first guide', () => {
  expect(found(POUR_OVER, WHOLE_BEAN)).toEqual({ own: POUR_OVER, guide: guide('v60') })
  expect(found({ ...POUR_OVER, brewMethod: 'Siphon' }, '')).toMatchObject({ own: {}, guide: null })
  expect(found(NONE, WHOLE_BEAN)).toEqual({ own: null, guide: guide('v60') })
  expect(found({ ...NONE, brewMethod: 'Pour over' }, '')).toEqual({ own: null, guide: guide('v60') })
})

test('ground coffee gets the recipe of the coffee only for the brewer for which it was ground', () => {
  expect(found(POUR_OVER, 'Pour over')).toEqual({ own: POUR_OVER, guide: guide('v60') })
  expect(found(POUR_OVER, 'V60')).toEqual({ own: POUR_OVER, guide: guide('v60') })
  expect(found(POUR_OVER, 'French press')).toEqual({ own: null, guide: guide('french-press') })
  expect(found(POUR_OVER, 'Turkish')).toBeNull()
})

test('each grind that a new shop offers leads to a guide of its own', () => {
  const guides = GRINDING_DEFAULTS.grinds.map((grind) => guideFor(FIRST_GUIDES, grind))
  expect(guides).not.toContain(null)
  expect(new Set(guides).size).toBe(guides.length)
})

test.each([
  ['cafetiere', 'french-press'],
  ['Aero Press', 'aeropress'],
  ['Cold brew filter bag', 'cold-brew'],
  ['DRIP', 'batch-brewer'],
])('the method %s leads to the guide %s', (method, slug) => {
  expect(guideFor(FIRST_GUIDES, method)?.slug).toBe(slug)
})

test('a coffee leads to the guide of its method, and without a method to the first one', () => {
  expect(guideOf(FIRST_GUIDES, { brewMethod: 'Moka pot' })?.slug).toBe('moka-pot')
  expect(guideOf(FIRST_GUIDES, NONE)?.slug).toBe('v60')
  expect(guideOf(FIRST_GUIDES, { brewMethod: 'Siphon' })).toBeNull()
  expect(guideOf([], NONE)).toBeNull()
})
