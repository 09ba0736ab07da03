/** The text of a product that the search of the shop reads. */
import { ROASTS } from '#shared/categories.ts'
import type { ProductRow } from '../db/schema.ts'
import { fold, wordsOf } from '../db/search.ts'

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
> & { altitude?: number | null }

/** The columns that a search reads; the server derives them at every save. */
export function searchColumnsOf(row: Searched): Pick<ProductRow, 'search_text' | 'search_words'> {
  const roast = ROASTS[row.roasting_level]
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
    ...(JSON.parse(row.best_for) as string[]),
    row.composition,
    row.is_decaf ? 'decaf decaffeinated' : '',
    roast ? `${roast} roast` : '',
  ].filter(Boolean)
  const search_text = fold(texts.join(' '))
  return { search_text, search_words: [...new Set(wordsOf(search_text))].join(' ') }
}
