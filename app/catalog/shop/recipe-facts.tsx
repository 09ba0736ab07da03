import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { brewGuides, type GuideLink } from '#shared/content/api/brew-guides.ts'
import { guideOf } from '#shared/content/guide-for.ts'
import type { Product } from '#shared/catalog/api/products.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { ask } from '#app/platform/api/query.ts'

type Recipe = Pick<Product, 'brewMethod' | 'brewDose' | 'brewWater' | 'brewSeconds'>

/** For loaders too. */
export const guideLinks = ask(brewGuides.links, {})

/** The brew recipe as one line of the label, and the link to the brew guide; nothing if there is neither. */
export function RecipeFacts({ of: recipe }: { of: Recipe }) {
  const guide = guideOf(useQuery(guideLinks).data ?? [], recipe)
  const text = recipeText(recipe)
  if (!text && !guide) return null
  return (
    <Fact term="Brew recipe">
      {text}
      {text && guide ? <br /> : null}
      {guide ? <GuideLine guide={guide} dose={recipe.brewDose} /> : null}
    </Fact>
  )
}

/** The link to a brew guide, with the dose of the coffee's own recipe. */
export function GuideLine({
  guide: { name, slug },
  dose,
}: {
  guide: Pick<GuideLink, 'name' | 'slug'>
  dose: number | null
}) {
  return (
    <Link to={`/brew/${slug}${dose ? `?dose=${dose}` : ''}`} className="reach">
      {name} guide, with a timer
    </Link>
  )
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
