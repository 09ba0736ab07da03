import type { MenuPage } from '#shared/content/api/menu.ts'
import { amountOf, readCard, type Item } from './card.ts'

/**
 * The schema.org data of the menu: one section per page, which contains one section per heading.
 * @param shop the name of the shop
 */
export function menuData(pages: MenuPage[], shop: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Menu',
    name: `The menu of ${shop}`,
    inLanguage: 'en',
    hasMenuSection: pages.map(({ title, lines }) => ({
      '@type': 'MenuSection',
      name: title,
      hasMenuSection: readCard(lines).sections.map(({ heading, items }) => ({
        '@type': 'MenuSection',
        name: heading || title,
        hasMenuItem: items.map(itemData),
      })),
    })),
  }
}

function itemData({ name, note, price }: Item): object {
  const amount = amountOf(price)
  return {
    '@type': 'MenuItem',
    name,
    ...(note ? { description: note } : {}),
    ...(amount ? { offers: { '@type': 'Offer', price: amount, priceCurrency: 'USD' } } : {}),
  }
}
