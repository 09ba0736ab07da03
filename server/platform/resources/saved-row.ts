/**
 * Rows that admins edit in a form: `new SavedRow(table, …)` creates, saves and removes them. The version of a row grows with
 * each save. Each change and its line of the change log are one transaction; the caches are told after its commit.
 */
import type { Selectable } from 'kysely'
import type { Change, ChangeLogSubject } from '#shared/platform/api/change-log.ts'
import type { Tag } from '#shared/start/api.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import type { Db, Schema, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound, Refusal } from '#server/kernel/errors.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { logChange } from '../change-log/change-log.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import type { Shop } from '../shop.ts'

type Stamps = { id: string; version: number; created_at: string; updated_at: string }

type VersionedTable = {
  [T in keyof Schema]: Selectable<Schema[T]> extends Stamps ? T : never
}[keyof Schema]

type Row<T extends VersionedTable> = Selectable<Schema[T]> & Stamps

/** The columns of a row that it does not get by itself. */
type Columns<T extends VersionedTable> = Omit<Selectable<Schema[T]>, keyof Stamps>

type Resource<T extends VersionedTable> = {
  /** Lists the differences of two rows: `rowsOf(…)` of rows.ts. */
  rows: { changesOf: (before: Row<T>, after: Row<T>) => Change[] }
  subject: ChangeLogSubject
  /** What one row is in messages, such as 'Department'. */
  label: string
  nameOf: (row: Row<T>) => string
  /** The id under which the change log keeps the row, if it is part of another one. */
  loggedUnder?: (row: Row<T>) => string
  /** Whether a row that the database keeps counts as deleted. */
  isDeleted?: (row: Row<T>) => boolean
  /** The tag of the public answers that contain the rows. Without it, the caller tells the caches. */
  tag?: Tag
  /** Called first in each transaction, so that no other change of these rows overlaps it. */
  lock?: (tx: Tx, id: string) => Promise<unknown>
  /** The field that no two rows may share, and the message if they would. */
  unique?: { field: string; problem: string }
  /** What a refused save returns besides the message. */
  current?: (shop: Shop, row: Row<T>) => Record<string, unknown>
}

type Save<T extends VersionedTable> = {
  /** The version with which the form was opened. Without it, the save overwrites newer changes. */
  version: number | undefined
  /** The columns of the edit. May throw, and may write other rows. */
  columns: (tx: Tx, before: Row<T>) => Partial<Columns<T>> | Promise<Partial<Columns<T>>>
  /** Writes what belongs to the row, and returns its changes. */
  after?: (tx: Tx, row: Row<T>, before: Row<T>) => Promise<Change[] | void>
}

export class SavedRow<T extends VersionedTable> {
  readonly #resource: Resource<T>
  /** Kysely cannot resolve the columns of a table that is a type parameter. All have those of `Stamps`. */
  readonly #table: 'departments'

  constructor(table: T, resource: Resource<T>) {
    this.#table = table as 'departments'
    this.#resource = resource
  }

  /** The row. Throws 404. */
  async find(db: Db, id: string): Promise<Row<T>> {
    const { label, isDeleted } = this.#resource
    const found = await db.selectFrom(this.#table).selectAll().where('id', '=', id).executeTakeFirst()
    const row = found as unknown as Row<T> | undefined
    if (!row || isDeleted?.(row)) throw notFound(label)
    return row
  }

  /**
   * Adds a row.
   * @param columns all of its own columns; may throw, and may write other rows
   * @param after writes what belongs to the row
   */
  async create(
    shop: Shop,
    admin: SignedIn,
    columns: (tx: Tx, id: string) => Columns<T> | Promise<Columns<T>>,
    after?: (tx: Tx, row: Row<T>) => Promise<void>,
  ): Promise<Row<T>> {
    const id = newId(shop.clock)
    const row = await this.#transact(shop, id, async (tx) => {
      const added = await this.createIn(tx, shop, await columns(tx, id), id)
      await after?.(tx, added)
      await this.log(tx, shop, admin, added, 'Created')
      return added
    })
    this.#announce(shop, { id })
    return row
  }

  /** Adds a row in an open transaction, without a line in the change log. */
  async createIn(tx: Tx, shop: Shop, columns: Columns<T>, id = newId(shop.clock)): Promise<Row<T>> {
    const now = isoNow(shop.clock)
    const added = { ...columns, id, version: 1, created_at: now, updated_at: now } as unknown as Row<T>
    await tx
      .insertInto(this.#table)
      .values(added as unknown as Row<'departments'>)
      .execute()
    return added
  }

  /** Saves an edit. Throws 404, and 409 if `version` is given and outdated. */
  async update(
    shop: Shop,
    admin: SignedIn,
    id: string,
    { version, columns, after }: Save<T>,
  ): Promise<Row<T>> {
    const row = await this.#transact(shop, id, async (tx) => {
      const before = await this.find(tx, id)
      if (version !== undefined && version !== before.version) throw this.#outdated(shop, before)
      const saved = await this.saveIn(tx, shop, before, await columns(tx, before))
      const more = (await after?.(tx, saved, before)) ?? []
      const changes = [...this.#resource.rows.changesOf(before, saved), ...more]
      if (changes.length > 0) await this.log(tx, shop, admin, saved, 'Changed', changes)
      return saved
    })
    this.#announce(shop, { id })
    return row
  }

  /**
   * Changes columns of a row in an open transaction, without a line in the change log. Throws 409 if the row has changed
   * since `before` was read.
   */
  async saveIn(tx: Tx, shop: Shop, before: Row<T>, columns: Partial<Columns<T>>): Promise<Row<T>> {
    const stamps = { version: before.version + 1, updated_at: isoNow(shop.clock) }
    const saved = await tx
      .updateTable(this.#table)
      .set({ ...columns, ...stamps } as Partial<Row<'departments'>>)
      .where('id', '=', before.id)
      .where('version', '=', before.version)
      .returningAll()
      .executeTakeFirst()
    if (!saved) throw this.#outdated(shop, await this.find(tx, before.id))
    return saved as unknown as Row<T>
  }

  /**
   * Deletes a row: no cached answer may show it anymore. Throws 404.
   * @param check throws if the row must stay
   */
  async remove(
    shop: Shop,
    admin: SignedIn,
    id: string,
    check?: (tx: Tx, row: Row<T>) => Promise<void>,
  ): Promise<void> {
    await this.#transact(shop, id, async (tx) => {
      const row = await this.find(tx, id)
      await check?.(tx, row)
      const removed = await tx.deleteFrom(this.#table).where('id', '=', id).returning('id').executeTakeFirst()
      if (!removed) throw notFound(this.#resource.label)
      await this.log(tx, shop, admin, row, 'Deleted')
    })
    this.#announce(shop, { id, gone: true })
  }

  /** Adds a line about a row to the change log. */
  log(tx: Tx, shop: Shop, admin: SignedIn, row: Row<T>, action: string, changes?: Change[]): Promise<void> {
    const { subject, nameOf, loggedUnder = ({ id }) => id } = this.#resource
    return logChange(tx, shop, admin, { subject, id: loggedUnder(row), name: nameOf(row), action, changes })
  }

  async #transact<R>(shop: Shop, id: string, change: (tx: Tx) => Promise<R>): Promise<R> {
    const { lock, unique } = this.#resource
    try {
      return await transact(shop.db, async (tx) => {
        await lock?.(tx, id)
        return change(tx)
      })
    } catch (error) {
      if (!unique || !isUniqueViolation(error)) throw error
      throw new Refusal(400, unique.problem, { fields: { [unique.field]: unique.problem } })
    }
  }

  #outdated(shop: Shop, row: Row<T>): Refusal {
    const { label, current } = this.#resource
    return conflict(`This ${label.toLowerCase()} has changed since you opened the form`, current?.(shop, row))
  }

  #announce(shop: Shop, change: { id: string; gone?: boolean }): void {
    const { tag } = this.#resource
    if (tag) shop.changed({ tag, ...change })
  }
}
