/** How a keyword is looked for: every word of it, without regard to case and accents, and never as a pattern. */
import { sql, type RawBuilder } from 'kysely'

/** Text without case and accents: "Tarrazú" and "tarrazu" are the same word. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\0/g, '')
}

/** The folded words of a keyword. */
export function wordsOf(keyword: string): string[] {
  return fold(keyword).split(/\s+/).filter(Boolean)
}

/** Whether a column of folded text holds every word; true without any. */
export function holdsAll(column: string, words: readonly string[]): RawBuilder<boolean> {
  const each = words.map((word) => holds(column, word))
  return each.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`(${sql.join(each, sql` and `)})`
}

/** Whether a column of folded text has this word in it. */
export function holds(column: string, word: string): RawBuilder<boolean> {
  return like(column, `%${literal(word)}%`)
}

/** Whether a column begins with this word. */
export function beginsWith(column: string, word: string): RawBuilder<boolean> {
  return like(column, `${literal(word)}%`)
}

function like(column: string, pattern: string): RawBuilder<boolean> {
  // PostgreSQL escapes with a backslash unless told otherwise, SQLite not at all.
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`
}

function literal(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&')
}
