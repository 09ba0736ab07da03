/** What all kinds of imports have in common: how a file is read, previewed and applied. */
import type { ImportAction, ImportItem } from '#shared/backoffice/api/imports.ts'
import type { PartId } from '#shared/platform/parts.ts'
import type { ImportSource } from '#shared/platform/import-sources.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import type { FileCategory } from '#server/catalog/other-shops/categories.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'

export type Problem = ImportItem['problems'][number]

/** A product, a customer or an account of the file, with all its rows. */
export type Item<Data> = {
  /** The first row in the file. */
  row: number
  name: string
  detail: string
  /** Stored as JSON. */
  data: Data
  problems: Problem[]
  /** What the preview has shown; undefined while it is made. */
  shown?: ImportAction
}

/** What an import does with an item. */
export type Planned = {
  action: ImportAction
  targetId: string | null
  changes: Change[]
  notes: string[]
  problems: Problem[]
}

/**
 * @property categories those of another shop's products; the owner can change what they are here
 * @property remarks what there is to say about the file as a whole, such as columns that are not used
 */
export type ReadFile<Data> = {
  source: ImportSource
  items: Item<Data>[]
  categories?: FileCategory[]
  remarks?: string[]
}

/** An item that is applied now: `createdAt` keeps the order of the file. */
export type Applied<Data> = { item: Item<Data>; planned: Planned; createdAt: string }

type Context = {
  source: ImportSource
  /** Set in the transaction that applies the items: their rows are locked. */
  isApplying?: boolean
  /** Called after each row, so that the job keeps its claim and the server answers other requests. */
  pause?: () => Promise<void>
}
export type PlanContext = Context

export type Actor = Pick<SignedIn, '_id' | 'name'>

/** What is applied in one transaction. */
export type Batch<Data> = { actor: Actor; source: ImportSource; items: Applied<Data>[] }

export type Kind<Data> = {
  /** The part of the shop that it writes to; an import does not start while the part takes nothing new. */
  part?: PartId
  /** @param rows the column names first. Throws Refusal if the columns are unknown */
  read: (rows: string[][], pause: () => Promise<void>, db: Db) => Promise<ReadFile<Data>>
  /** What an import would do, in the order of the items. */
  plan: (db: Db, shop: Shop, items: Item<Data>[], context: Context) => Promise<Planned[]>
  apply: (tx: Tx, shop: Shop, batch: Batch<Data>) => Promise<void>
  /** Called after the commit. */
  applied: (shop: Shop) => void
}
