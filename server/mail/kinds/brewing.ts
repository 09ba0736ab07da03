/** The part of a mail about an order that says when its coffee tastes best and how to brew it. */
import { bestDaysText } from '#shared/catalog/freshness.ts'
import { bestDaysOfLine } from '#shared/checkout/best-days-of-order.ts'
import { recipeFor } from '#shared/content/guide-for.ts'
import type { OrderContext } from './order-parts.ts'
import { facts, oneLine, type Part } from './template.ts'

/** When the coffees of the order taste best, and the guides for brewing them. Empty for other goods. */
export function brewing({ order, origin, guides, today }: OrderContext): Part[] {
  const coffees = order.orderItems.filter(({ coffee }) => coffee)
  const best = coffees.flatMap((line) => {
    const days = bestDaysOfLine(order, line, today)
    return days && days.to >= today ? [{ name: oneLine(line.name), text: bestDaysText(days) }] : []
  })
  const isSame = best.length === coffees.length && new Set(best.map(({ text }) => text)).size === 1
  const texts = best.map(({ name, text }) => (isSame ? text : `${name}: ${text}`))
  const fitting = coffees.flatMap(({ coffee, grind }) => recipeFor(guides, coffee!, grind)?.guide ?? [])
  const links = [...new Set(fitting)].map(({ name, slug }) => ({
    words: `${oneLine(name)} guide`,
    url: `${origin}/brew/${slug}`,
  }))
  if (texts.length === 0 && links.length === 0) return []
  return [
    facts([
      ['Tastes best', [...new Set(texts)].join('\n')],
      ['How to brew', links.length > 0 ? links : ''],
    ]),
  ]
}
