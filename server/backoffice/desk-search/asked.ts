/** What is typed into the search of the desk, and how small tables are searched for it. */
import { sql, type RawBuilder } from 'kysely'
import { MOST_HITS } from '#shared/backoffice/api/desk-search.ts'

export type Asked = {
  text: string
  /** Its folded words; none in a short text, which is compared with beginnings of identifiers only. */
  words: string[]
}

/** One more than is shown, so that the answer knows whether there are more. */
export const TAKEN = MOST_HITS + 1

/** SQL condition: a text of a small table contains every word, whatever its letters. */
export function inText(words: readonly string[], text: RawBuilder<unknown>): RawBuilder<boolean> {
  const each = words.map(
    (word) => sql`lower(${text}) like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
  )
  return sql<boolean>`(${sql.join(each, sql` and `)})`
}
