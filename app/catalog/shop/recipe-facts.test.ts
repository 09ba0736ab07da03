import { expect, test } from 'vitest'
import { recipeText } from './recipe-facts.tsx'

test.each([
  [['Pour over', 20, 320, 180], 'Pour over: 20 g of coffee, 320 g of water, 3:00 minutes'],
  [['Espresso', 18, 38, 28], 'Espresso: 18 g of coffee, 38 g of water, 28 seconds'],
  [['Cold brew', 100, 1000, 57_600], 'Cold brew: 100 g of coffee, 1,000 g of water, 16 hours'],
  [['Moka pot', null, null, null], 'Moka pot'],
  [['', 15, 0, null], '15 g of coffee'],
  [['', null, null, null], ''],
] as const)('the recipe %j is shown as “%s”', ([brewMethod, brewDose, brewWater, brewSeconds], text) => {
  expect(recipeText({ brewMethod, brewDose, brewWater, brewSeconds })).toBe(text)
})
