/** A menu page's lines as what they say (shared/api/menu.ts): sections of what can be ordered, and words around them. */

export type Item = { name: string; note: string; price: string }
type Section = { heading: string; items: Item[]; words: string[] }
type Card = { intro: string[]; sections: Section[]; foot: string[] }

/** `## Espresso` begins a section, `Cortado | equal parts | 4.50` is an item; anything else is a sentence. */
export function readCard(lines: string[]): Card {
  const intro: string[] = []
  const sections: Section[] = []
  for (const line of lines.map((text) => text.trim()).filter(Boolean)) {
    const heading = /^#{1,6}\s+(.+)$/.exec(line)?.[1]
    const section = sections.at(-1)
    if (heading) sections.push({ heading, items: [], words: [] })
    else if (line.includes('|')) (section ?? unnamed(sections)).items.push(readItem(line))
    else (section?.words ?? intro).push(line)
  }
  // What is said after the last item is said of the whole page.
  return { intro, sections, foot: sections.at(-1)?.words.splice(0) ?? [] }
}

/** `4.5`, `4.50` and `$4.50` as `$4.50`; `market price` as it is. */
export function priceText(price: string): string {
  const amount = amountOf(price)
  return amount === null ? price : `$${amount}`
}

/** The price in figures alone, such as `4.50`; null where it is none. */
export function amountOf(price: string): string | null {
  const figures = /^\$?\s*(\d{1,5}(?:\.\d{1,2})?)$/.exec(price)?.[1]
  return figures ? Number(figures).toFixed(2) : null
}

/** The page in one breath, for whoever hears its picture instead of seeing it. */
export function spoken(title: string, { intro, sections, foot }: Card): string {
  const parts = sections.map(({ heading, items, words }) => {
    const named = items.map(({ name, price }) => (price ? `${name} ${priceText(price)}` : name))
    return [heading ? `${heading}: ${named.join(', ')}` : named.join(', '), ...words].join('. ')
  })
  return [title, ...intro, ...parts, ...foot].map((part) => part.replace(/\.$/, '')).join('. ')
}

function readItem(line: string): Item {
  const [name = '', ...rest] = line.split('|').map((part) => part.trim())
  // With two parts, the second is a price if it looks like one.
  const price = rest.length > 1 || amountOf(rest[0] ?? '') !== null ? (rest.pop() ?? '') : ''
  return { name, note: rest.join(', '), price }
}

function unnamed(sections: Section[]): Section {
  const section = { heading: '', items: [], words: [] }
  sections.push(section)
  return section
}
