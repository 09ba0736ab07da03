/** The text of a product that the search of the shop reads. */
import { ROASTS } from '#shared/kernel/categories.ts'
import type { ProductRow } from '#server/kernel/db/schema.ts'
import { fold, wordsOf } from '#server/kernel/db/search.ts'

type Searched = Pick<
  ProductRow,
  | 'name'
  | 'origin'
  | 'cupping_note'
  | 'brand'
  | 'category'
  | 'process'
  | 'variety'
  | 'flavors'
  | 'best_for'
  | 'composition'
  | 'is_decaf'
  | 'roasting_level'
> & { altitude?: number | null; brew_method?: string }

/** What people search for who brew in this way, by the use that a coffee is best for. */
const BREWED_WITH: Record<string, string> = {
  Espresso: 'moka pot',
  Filter: 'pour over drip chemex v60 aeropress french press',
  Milk: 'latte cappuccino flat white',
  'Cold brew': 'iced coffee',
}

/** The columns that a search reads; the server derives them at every save. */
export function searchColumnsOf(row: Searched): Pick<ProductRow, 'search_text' | 'search_words'> {
  const roast = ROASTS[row.roasting_level]
  const uses = JSON.parse(row.best_for) as string[]
  const texts = [
    row.name,
    row.origin,
    row.cupping_note,
    row.brand,
    row.category,
    row.process,
    row.variety,
    (row.altitude ?? null) === null ? '' : `${row.altitude} m`,
    ...(JSON.parse(row.flavors) as string[]),
    ...uses,
    ...uses.map((use) => BREWED_WITH[use] ?? ''),
    row.brew_method ?? '',
    row.composition,
    row.is_decaf ? 'decaf decaffeinated' : '',
    roast ? `${roast} roast` : '',
  ].filter(Boolean)
  const search_text = fold(texts.join(' '))
  return { search_text, search_words: [...new Set(wordsOf(search_text))].join(' ') }
}
