/** What a list tells the mechanism of bulk changes: how its rows are found, read and locked, and what its actions do. */
import type { BulkInput } from '#shared/platform/api/bulk.ts'
import type { Change, ChangeLogSubject } from '#shared/platform/api/change-log.ts'
import type { StaffAccess } from '#shared/kernel/roles.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import type { Shop } from '../shop.ts'

/**
 * A row as the actions see it.
 * @property version differs after each save of the row by a person; 64 characters at most
 */
export type BulkRow<Row> = { _id: string; name: string; version: string; row: Row }

/** Who presses the button. */
export type Presser = { shop: Shop; user: SignedIn }

/** What an action would do with one row, or why not. No changes: the row has what is wanted already. */
export type Plan =
  | { refused: string }
  | {
      changes: Change[]
      /** What *Undo* needs, as JSON. */
      kept: unknown
      /** Compared to find the largest change of a preview. */
      size?: { amount: number; text: string }
    }

export type BulkAction<Row, Action> = {
  access: StaffAccess
  /** The action in the change log: 'Price +10%'. */
  title: (action: Action) => string
  /** Computes without writing. The preview and the change itself call it. */
  plan: (row: Row, action: Action, by: Presser) => Plan
  /**
   * Writes what `plan` has said, in the transaction that has locked the row. A refusal it throws is the answer of this row.
   */
  write: (tx: Tx, row: Row, action: Action, by: Presser) => Promise<unknown>
  /** What is kept of the action with the change, if not all of it may be. Different for each action. */
  keptOf?: (action: Action) => object
  /** The version of a row, if the action must not overwrite more than what people save, such as a count. */
  versionOf?: (row: BulkRow<Row>) => string
  /** What the preview asks for in each row. */
  inputs?: (row: Row) => BulkInput[]
  /** What else the preview says about the rows that would change. */
  notes?: (rows: readonly Row[], action: Action, by: Presser) => Promise<string[]>
}

export type BulkList<Row, Action extends { kind: string }, Filter> = {
  /** Names the list in the table of bulk changes. */
  name: string
  subject: ChangeLogSubject
  /** The rows in texts: 'products'. */
  many: string
  /** The ids of the rows that match, in the order of the list, at most `limit` of them. */
  find: (shop: Shop, filter: Filter, limit: number) => Promise<string[]>
  /** Those of these rows that exist. At least one id: PostgreSQL refuses `in ()`. */
  read: (db: Db, ids: readonly string[]) => Promise<BulkRow<Row>[]>
  /** Locks a row until the end of the transaction. False if it does not exist. */
  lock: (tx: Tx, shop: Shop, id: string) => Promise<boolean>
  actions: { [K in Action['kind']]: BulkAction<Row, Extract<Action, { kind: K }>> }
  /** Takes a change of a row back from what `plan` has kept. Without it, there is no *Undo*. */
  restore?: {
    /** Whether `plan` alone decides, whatever was saved since. */
    anyVersion?: true
    plan: (row: Row, kept: never, by: Presser) => Plan
    write: (tx: Tx, row: Row, kept: never, by: Presser) => Promise<unknown>
  }
  /** Tells the caches about a changed row, after the commit. */
  changed: (shop: Shop, row: Row) => void
}

/** The action of a list by its kind. */
export function actionOf<Row, Action extends { kind: string }, Filter>(
  list: BulkList<Row, Action, Filter>,
  action: Action,
): BulkAction<Row, Action> {
  return list.actions[action.kind as Action['kind']] as unknown as BulkAction<Row, Action>
}
