/** Keyword search: every word must match, ignoring case and accents; `%` and `_` have no special meaning. */
import { sql, type RawBuilder } from 'kysely'

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
