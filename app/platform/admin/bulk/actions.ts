/** What a list tells the bulk changes of the desk: its endpoints and its actions. */
import type { ReactNode } from 'react'
import type { bulkContract } from '#shared/platform/api/bulk.ts'
import type { Collection } from '#shared/start/api.ts'
import type { Wanted } from './use-choice.ts'

export type BulkEndpoints = Pick<ReturnType<typeof bulkContract>, 'preview' | 'apply' | 'undo'>

/** An action of the server, which is previewed and applied. */
export type ServerAction = {
  /** The button of the bar, and the heading of the dialog. */
  label: string
  /** What the button under the preview does, with its number: 'Change 12 prices'. */
  press: (count: number) => string
  /** The fields of the action, if it has some. They are read when the browser finds all of them valid. */
  fields?: ReactNode
  /** @returns the action of the contract */
  read: (form: FormData) => object
  /** For an action with a field in each row: the action with what was typed, by the ids of the fields. */
  withInputs?: (typed: { id: string; count: number }[]) => object
}

/** An action that only reads, such as an export. */
export type ReadingAction<Filter> = { label: string; run: (wanted: Wanted<Filter>) => Promise<void> }

export type BulkActions<Filter> = {
  endpoints: BulkEndpoints
  /** One row in texts: 'product'. */
  one: string
  /** What is fetched again after a change. */
  collections: Collection[]
  actions: readonly (ServerAction | ReadingAction<Filter>)[]
}
