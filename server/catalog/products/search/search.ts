/**
 * The search of the shop: the database's full-text index finds the products, and a word that no product has is
 * corrected to the most similar word of the catalog (decisions/049).
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/kernel/db/schema.ts'
import { contains, searchTerms, wordsOf } from '#server/kernel/db/search.ts'
import type { Shop } from '#server/platform/shop.ts'
import { matching } from '../catalogue.ts'
import { stateOfProducts } from './product-index.ts'
import { addWords, closestWord, isBeginning, partsOf, wordsWith, type Vocabulary } from './vocabulary.ts'

/** Further words of a keyword are ignored. */
const MAX_TERMS = 10
/** Only the first unknown words of a keyword are corrected, because each is compared with all words of the catalog. */
const MAX_CORRECTED = 3

export type Found = {
  /** The products that have every word of the keyword. They may include products that are not on sale. */
  ids: ReadonlySet<string>
  /** The keyword with corrected words; null if nothing was corrected. */
  corrected: string | null
  /** If no product has all words of the keyword: the number of words that each product has, by product id. */
  partly: ReadonlyMap<string, number>
}

/** Whether a keyword has anything to search for. */
export function isSearch(keyword: string): boolean {
  return termsOf(keyword).length > 0
}

/** Finds the products that have each word of `keyword`: as the beginning of a word, or else within one. */
export async function searchProducts(shop: Pick<Shop, 'db' | 'cached'>, keyword: string): Promise<Found> {
  const terms = termsOf(keyword)
  const plain = terms.filter(isWord)
  if (terms.length === plain.length) {
    const ids = await idsWith(shop.db, allPrefixes(plain.flatMap(wordsOf)))
    // `aero press` finds coffees for `aeropress` and `french press`, whose words begin so. Only as one word it finds AeroPress.
    const joined = ids.size > 0 ? await searchJoined(shop, plain.flatMap(wordsOf)) : ids
    if (ids.size > 0) return { ids: ids.union(joined), corrected: null, partly: new Map() }
  }
  const found = await searchEach(shop, terms)
  if (found.ids.size > 0 && found.corrected === null) return found
  const ids = await searchJoined(shop, plain.flatMap(wordsOf))
  return ids.size > 0 ? { ids, corrected: null, partly: new Map() } : found
}

/** The products with two neighboring words written as one: `no 7` and `no-7` find No7. */
async function searchJoined(
  { db, cached }: Pick<Shop, 'db' | 'cached'>,
  terms: readonly string[],
): Promise<ReadonlySet<string>> {
  if (terms.length < 2) return new Set()
  const known = await cached('Product', vocabulary)
  for (const index of terms.keys()) {
    const joined = terms.slice(index, index + 2).join('')
    if (index + 1 === terms.length || !isBeginning(known, joined)) continue
    const ids = await idsWith(db, allPrefixes([...terms.slice(0, index), joined, ...terms.slice(index + 2)]))
    if (ids.size > 0) return ids
  }
  return new Set()
}

/** Searches each word separately, to find the words that are missing or misspelled. */
async function searchEach(shop: Pick<Shop, 'db' | 'cached'>, terms: readonly string[]): Promise<Found> {
  const sets: ReadonlySet<string>[] = []
  const corrections = new Map<string, string>()
  let unknown = 0
  for (const term of terms) {
    const { ids, instead } = await searchTerm(shop, term, unknown < MAX_CORRECTED)
    sets.push(ids)
    if (ids.size === 0 || instead !== null) unknown++
    if (instead !== null) corrections.set(term, instead)
  }
  const [first = new Set<string>(), ...others] = sets.toSorted((one, other) => one.size - other.size)
  const ids = new Set([...first].filter((id) => others.every((set) => set.has(id))))
  const isCorrected = corrections.size > 0 && ids.size > 0
  const corrected = isCorrected ? terms.map((term) => corrections.get(term) ?? term).join(' ') : null
  return { ids, corrected, partly: ids.size > 0 ? new Map() : countSets(sets) }
}

/** The products with a term. If no product has it, `instead` is the most similar word of the catalog. */
type OfTerm = { ids: ReadonlySet<string>; instead: string | null }

async function searchTerm(
  { db, cached }: Pick<Shop, 'db' | 'cached'>,
  term: string,
  mayCorrect: boolean,
): Promise<OfTerm> {
  const words = wordsOf(term)
  if (!isWord(term)) {
    const literal = await idsContaining(db, term)
    const isFound = literal.size > 0 || !hasSigns(term)
    return { ids: isFound ? literal : await idsWith(db, allPrefixes(words)), instead: null }
  }
  const ids = await idsWith(db, allPrefixes(words))
  if (ids.size > 0 || words.length !== 1) return { ids, instead: null }
  const known = await cached('Product', vocabulary)
  const containing = wordsWith(known, words[0]!)
  if (containing.length > 0) return { ids: await idsWith(db, anyWord(containing)), instead: null }
  for (const parts of partsOf(known, words[0]!)) {
    const apart = await idsWith(db, allPrefixes(parts))
    if (apart.size > 0) return { ids: apart, instead: null }
  }
  const instead = mayCorrect ? closestWord(known, words[0]!) : null
  if (instead === null) return { ids: new Set(), instead }
  const similar = await idsWith(db, anyWord([instead]))
  return { ids: similar, instead: similar.size > 0 ? instead : null }
}

/** The words of all products on sale. A word that no product has anymore stays until all products are read again. */
const vocabulary = {
  read: async (db: Db) => addWords(new Map(), await readWords(db)),
  update: async (db: Db, known: Vocabulary, ids: readonly string[]) =>
    addWords(known, await readWords(db, ids)),
  stateOf: stateOfProducts,
}

async function readWords(db: Db, ids?: readonly string[]): Promise<string[]> {
  const rows = await matching(db, '')
    .select('search_words')
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids!))
    .execute()
  return rows.map((row) => row.search_words)
}

/** The different terms of a keyword. A single `&` or `-` between words is not searched for. */
function termsOf(keyword: string): string[] {
  const terms = searchTerms(keyword).map(
    (term) => term.replace(/^[,.;:!?]+|(?<![,.;:!?])[,.;:!?]+$/g, '') || term,
  )
  const words = terms.filter((term) => wordsOf(term).length > 0)
  return [...new Set(words.length > 0 ? words : terms)].slice(0, MAX_TERMS)
}

/** Whether a term is a word of letters and digits, maybe with hyphens or apostrophes. Others are searched literally. */
function isWord(term: string): boolean {
  return /^[\p{L}\p{N}]+(['’-][\p{L}\p{N}]+)*$/u.test(term)
}

/** Whether a term is words with usual signs around them or single ones between them: `no.7`, `kona*`, `-kona`. */
function hasSigns(term: string): boolean {
  return /^[^\p{L}\p{N}]{0,3}[\p{L}\p{N}]+(?:[.,_/&+][\p{L}\p{N}]+)*[^\p{L}\p{N}]{0,3}$/u.test(term)
}

/** How many of the sets contain an id. */
function countSets(sets: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const set of sets) for (const id of set) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** A query of the full-text index, in the languages of both databases. The words have only letters and digits. */
type Query = { sqlite: string; postgres: string }

/** Each of these is the beginning of a word. */
function allPrefixes(words: readonly string[]): Query {
  return {
    sqlite: words.map((word) => `"${word}"*`).join(' '),
    postgres: words.map((word) => `'${word}':*`).join(' & '),
  }
}

/** Any of these words. */
function anyWord(words: readonly string[]): Query {
  return {
    sqlite: words.map((word) => `"${word}"`).join(' OR '),
    postgres: words.map((word) => `'${word}'`).join(' | '),
  }
}

async function idsWith(db: Db, { sqlite, postgres }: Query): Promise<Set<string>> {
  const isSqlite = 'takesBatches' in db.getExecutor().adapter
  return readIds(
    db,
    isSqlite
      ? sql<boolean>`products.rowid in (select rowid from product_search where product_search match ${sqlite})`
      : // The expression of the index products_search.
        sql<boolean>`array_to_tsvector(string_to_array(search_words, ' ')) @@ ${postgres}::tsquery`,
  )
}

async function idsContaining(db: Db, term: string): Promise<Set<string>> {
  return readIds(db, contains('products.search_text', term))
}

/** The ids come in one text, because thousands of rows would take several times as long. */
async function readIds(db: Db, condition: RawBuilder<boolean>): Promise<Set<string>> {
  const { ids } = await db
    .selectFrom('products')
    .select(sql<string | null>`string_agg(id, ' ')`.as('ids'))
    .where('deleted_at', 'is', null)
    .where('is_draft', '=', 0)
    .where(condition)
    .executeTakeFirstOrThrow()
  return new Set(ids?.split(' '))
}
