import type { ReactNode } from 'react'
import type { Product } from '#shared/catalog/api/products.ts'
import { formatNumber } from '#shared/kernel/counts.ts'

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

/** A line of the label. */
export function Fact({
  term,
  className,
  children,
}: {
  term: string
  className?: string
  children: ReactNode
}) {
  return (
    <div className={className}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** How a coffee is sold: always whole bean, and ground if the shop offers that. */
export function soldAs({ grinds }: Pick<Product, 'grinds'>): string {
  return grinds.length > 0 ? 'Whole bean, or ground to your choice' : 'Whole bean'
}
