import type { Product } from '#shared/catalog/api/products.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { Fact } from './fact.tsx'

type Recipe = Pick<Product, 'brewMethod' | 'brewDose' | 'brewWater' | 'brewSeconds'>

/** The brew recipe as one line of the label; nothing if the owner has not given one. */
export function RecipeFacts({ of: recipe }: { of: Recipe }) {
  const text = recipeText(recipe)
  return text ? <Fact term="Brew recipe">{text}</Fact> : null
}

/** `Pour over: 20 g of coffee, 320 g of water, 3:00`. */
export function recipeText({ brewMethod, brewDose, brewWater, brewSeconds }: Recipe): string {
  const steps = [
    brewDose ? `${formatNumber(brewDose)} g of coffee` : '',
    brewWater ? `${formatNumber(brewWater)} g of water` : '',
    brewSeconds ? timeText(brewSeconds) : '',
  ]
  const text = steps.filter(Boolean).join(', ')
  return [brewMethod, text].filter(Boolean).join(': ')
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** `28 seconds`, `3:30 minutes`, `16 hours`. */
export function timeText(seconds: number): string {
  if (seconds < MINUTE) return `${seconds} seconds`
  if (seconds >= 2 * HOUR) return `${Math.round(seconds / HOUR)} hours`
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, '0')} minutes`
}
