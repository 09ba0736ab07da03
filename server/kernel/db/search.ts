/** Keyword search: every word must match, ignoring case and accents; `%` and `_` have no special meaning. */
import { sql, type RawBuilder } from 'kysely'
import type { Db, Schema } from './schema.ts'

/** Text without case, accents and invisible signs such as soft hyphens: "Tarrazú" and "tarrazu" are the same word. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/\0/g, '')
}

/** The folded words of a keyword. */
export function searchTerms(keyword: string): string[] {
  return fold(keyword).split(/\s+/).filter(Boolean)
}

/** The words of a text, folded, without punctuation: "Wet-hulled, 1,450 m" has the words wet, hulled, 1, 450 and m. */
export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** A column, by its name, or an expression. */
type Text = string | RawBuilder<unknown>

/** SQL condition: a column of folded text contains every word. True if there are no words. */
export function containsAll(column: Text, words: readonly string[]): RawBuilder<boolean> {
  const each = words.map((word) => contains(column, word))
  return each.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`(${sql.join(each, sql` and `)})`
}

/** The most rows that `namesHave` finds by letters other than ASCII, because databases limit the values in a statement. */
const MOST = 10_000

/**
 * The condition that columns whose text is not stored folded contain every word. True if there are no words. SQL folds ASCII
 * letters in the same way on both databases, and no others, so rows with other letters are read and folded here. For tables
 * with thousands of rows, not more.
 * @param columns columns of the table
 */
export async function namesHave(
  db: Db,
  table: keyof Schema,
  columns: readonly string[],
  words: readonly string[],
): Promise<RawBuilder<boolean>> {
  // Lists without a keyword ask too, and would read rows for nothing.
  if (words.length === 0) return sql<boolean>`1 = 1`
  const text = sql.join(
    columns.map((column) => sql`coalesce(${sql.ref(`${table}.${column}`)}, '')`),
    sql` || ' ' || `,
  )
  const id = sql.ref(`${table}.id`)
  const { rows } = await sql<{ id: string; text: string }>`select ${id} as id, ${text} as text
    from ${sql.table(table)} where octet_length(${text}) <> length(${text}) order by ${id} desc`.execute(db)
  const ids = rows
    .filter((row) => {
      const folded = fold(row.text)
      return words.every((word) => folded.includes(word))
    })
    .slice(0, MOST)
    .map((row) => row.id)
  return sql<boolean>`(${containsAll(sql`lower(${text})`, words)} or ${id} in (${sql.join(['', ...ids])}))`
}

/** SQL condition: a column of folded text contains the word. */
export function contains(column: Text, word: string): RawBuilder<boolean> {
  return like(column, `%${literal(word)}%`)
}

/** SQL condition: a column begins with the word. */
export function beginsWith(column: Text, word: string): RawBuilder<boolean> {
  return like(column, `${literal(word)}%`)
}

function like(column: Text, pattern: string): RawBuilder<boolean> {
  const text = typeof column === 'string' ? sql.ref(column) : column
  // PostgreSQL's default escape character is a backslash; SQLite has none.
  return sql<boolean>`${text} like ${pattern} escape '\\'`
}

function literal(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&')
}
