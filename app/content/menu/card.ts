/**
 * Parses the lines of a menu page (shared/content/api/menu.ts) into sections with items, and the sentences around them, for
 * the page and for search engines.
 */
import type { MenuPage } from '#shared/content/api/menu.ts'

export type Item = { name: string; note: string; price: string }
type Section = { heading: string; items: Item[]; sentences: string[] }
type Card = { intro: string[]; sections: Section[]; foot: string[] }

/** `## Espresso` starts a section. `Cortado | equal parts | 4.50` is an item. Any other line is a sentence. */
export function readCard(lines: string[]): Card {
  const intro: string[] = []
  const sections: Section[] = []
  for (const line of lines.map((text) => text.trim()).filter(Boolean)) {
    const heading = /^#{1,6}\s+(\S.*)$/.exec(line)?.[1]
    const section = sections.at(-1)
    if (heading) sections.push({ heading, items: [], sentences: [] })
    else if (line.includes('|')) (section ?? addUnnamed(sections)).items.push(readItem(line))
    else (section?.sentences ?? intro).push(line)
  }
  // Sentences after the last item are about the whole page, not about its last section.
  return { intro, sections, foot: sections.at(-1)?.sentences.splice(0) ?? [] }
}

/** Formats `4.5`, `4.50` and `$4.50` as `$4.50`. Returns other text, such as `market price`, unchanged. */
export function priceText(price: string): string {
  const amount = amountOf(price)
  return amount === null ? price : `$${amount}`
}

/** The price as a decimal number, such as `4.50`; null if the text is not a price. */
export function amountOf(price: string): string | null {
  const figures = /^\$?\s*(\d{1,5}(?:\.\d{1,2})?)$/.exec(price)?.[1]
  return figures ? Number(figures).toFixed(2) : null
}

/** The page as one text, used as the alt text of its picture. */
export function altText(title: string, { intro, sections, foot }: Card): string {
  const parts = sections.map(({ heading, items, sentences }) => {
    const named = items.map(({ name, price }) => (price ? `${name} ${priceText(price)}` : name))
    return [heading ? `${heading}: ${named.join(', ')}` : named.join(', '), ...sentences].join('. ')
  })
  return [title, ...intro, ...parts, ...foot].map((part) => part.replace(/\.$/, '')).join('. ')
}

function readItem(line: string): Item {
  const [name = '', ...rest] = line.split('|').map((part) => part.trim())
  // If an item has two parts, the second part is a price only if it looks like a price.
  const price = rest.length > 1 || amountOf(rest[0] ?? '') !== null ? (rest.pop() ?? '') : ''
  return { name, note: rest.join(', '), price }
}

function addUnnamed(sections: Section[]): Section {
  const section = { heading: '', items: [], sentences: [] }
  sections.push(section)
  return section
}

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
