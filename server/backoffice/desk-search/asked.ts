/** What is typed into the search of the desk. */
import { MOST_HITS } from '#shared/backoffice/api/desk-search.ts'

export type Asked = {
  text: string
  /** Its folded words; none in a short text, which is compared with beginnings of identifiers only. */
  words: string[]
}

/** One more than is shown, so that the answer knows whether there are more. */
export const TAKEN = MOST_HITS + 1
