/** The departments of the shop. A department stores no products: it shows the products of its categories. */
import type { CountedDepartment, Department, DepartmentEdit } from '#shared/content/api/departments.ts'
import type { Change } from '#shared/platform/api/record.ts'
import { slugOf } from '#shared/platform/product-filters.ts'
import { departmentFields } from '#shared/content/resources/department.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { Db, DepartmentRow, Tx } from '#server/kernel/db/schema.ts'
import { acquireLock, transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound, Refusal } from '#server/kernel/errors.ts'
import { writeRecord } from '#server/platform/change-log/record.ts'
import { rowsOf } from '#server/platform/resources/rows.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'

const departmentRows = rowsOf(departmentFields)

/** All departments, in the owner's order. */
export async function readDepartments(db: Db): Promise<Department[]> {
  const rows = await db
    .selectFrom('departments')
    .selectAll()
    .orderBy('place')
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(toDepartment)
}

/** How all departments are read: `shop.cached('Product', allDepartments)`. */
export const allDepartments = { read: readDepartments }

/** All departments with the number of their products on sale. */
export async function listDepartments({ db }: Pick<Shop, 'db'>): Promise<CountedDepartment[]> {
  const counts = await db
    .selectFrom('products')
    .where('deleted_at', 'is', null)
    .where('is_draft', '=', 0)
    .groupBy('category')
    .select(['category', (eb) => eb.fn.countAll<number>().as('count')])
    .execute()
  const byCategory = new Map(counts.map(({ category, count }) => [category, count]))
  const sum = (categories: readonly string[]) =>
    [...new Set(categories)].reduce((total, category) => total + (byCategory.get(category) ?? 0), 0)
  return (await readDepartments(db)).map((each) => ({ ...each, products: sum(each.categories) }))
}

/** One department. Throws 404. */
export async function getDepartment(shop: Shop, id: string): Promise<Department> {
  return toDepartment(await findRow(shop.db, id))
}

/** Adds a department. Throws 400 if another department has its address. */
export async function createDepartment(
  shop: Shop,
  admin: SignedIn,
  edit: DepartmentEdit,
): Promise<Department> {
  const now = isoNow(shop.clock)
  const row = await transact(shop.db, async (tx) => {
    const id = newId(shop.clock)
    const columns = { ...departmentRows.columnsOf(edit), slug: await freeSlug(tx, id, edit) }
    const added = { ...columns, id, version: 1, created_at: now, updated_at: now }
    await tx.insertInto('departments').values(added).execute()
    await record(tx, shop, admin, { row: added, action: 'Created' })
    return added
  })
  shop.changed({ tag: 'Product', id: row.id })
  return toDepartment(row)
}

/** Saves a department. Throws 404, 400 if another department has its address, and 409 if `version` is outdated. */
export async function updateDepartment(
  shop: Shop,
  admin: SignedIn,
  id: string,
  edit: DepartmentEdit,
): Promise<Department> {
  const saved = await transact(shop.db, async (tx) => {
    const before = await findRow(tx, id)
    if (edit.version !== undefined && edit.version !== before.version) return null
    const columns = { ...departmentRows.columnsOf(edit), slug: await freeSlug(tx, id, edit) }
    const row = await tx
      .updateTable('departments')
      .set({ ...columns, version: before.version + 1, updated_at: isoNow(shop.clock) })
      .where('id', '=', id)
      .where('version', '=', before.version)
      .returningAll()
      .executeTakeFirst()
    if (!row) return null
    const changes = departmentRows.changesOf(before, row)
    if (changes.length > 0) await record(tx, shop, admin, { row, action: 'Changed', changes })
    return row
  })
  if (!saved) throw conflict('This department has changed since you opened the form')
  shop.changed({ tag: 'Product', id })
  return toDepartment(saved)
}

/** Adds categories to departments that do not show them yet. A department that no longer exists is left out. */
export async function showInDepartments(
  tx: Tx,
  shop: Shop,
  admin: SignedIn,
  wanted: readonly { category: string; department: string }[],
): Promise<void> {
  for (const [id, added] of Map.groupBy(wanted, ({ department }) => department)) {
    const before = await tx.selectFrom('departments').selectAll().where('id', '=', id).executeTakeFirst()
    if (!before) continue
    const edit = departmentRows.editOf(before)
    const categories = [...new Set([...edit.categories, ...added.map(({ category }) => category)])]
    if (categories.length === edit.categories.length) continue
    const columns = departmentRows.columnsOf({ ...edit, categories })
    const row = { ...before, ...columns, version: before.version + 1, updated_at: isoNow(shop.clock) }
    await tx.updateTable('departments').set(row).where('id', '=', id).execute()
    const changes = departmentRows.changesOf(before, row)
    await record(tx, shop, admin, { row, action: 'Changed by an import', changes })
  }
}

/** Deletes a department; its products stay in the shop. Throws 404. */
export async function removeDepartment(shop: Shop, admin: SignedIn, id: string): Promise<void> {
  await transact(shop.db, async (tx) => {
    const row = await tx.deleteFrom('departments').where('id', '=', id).returningAll().executeTakeFirst()
    if (!row) throw notFound('Department')
    await record(tx, shop, admin, { row, action: 'Deleted' })
  })
  shop.changed({ tag: 'Product', id, gone: true })
}

function toDepartment(row: DepartmentRow): Department {
  return { _id: row.id, ...departmentRows.editOf(row), version: row.version }
}

async function findRow(db: Db, id: string): Promise<DepartmentRow> {
  const row = await db.selectFrom('departments').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Department')
  return row
}

/**
 * The address of a department: the given one, or a free one that is made from the name. Holds a lock until the end of
 * the transaction, so two departments cannot get the same address. Throws 400 if another department has the given one.
 */
async function freeSlug(tx: Tx, id: string, { slug, name }: DepartmentEdit): Promise<string> {
  await acquireLock(tx, 'departments')
  const rows = await tx.selectFrom('departments').select('slug').where('id', '<>', id).execute()
  const taken = new Set(rows.map((row) => row.slug))
  if (slug !== '') {
    if (!taken.has(slug)) return slug
    const problem = 'Another department has this address'
    throw new Refusal(400, problem, { fields: { slug: problem } })
  }
  const wanted =
    slugOf(name)
      .replace(/[^a-z0-9-]/g, '')
      .slice(0, 36) || 'department'
  for (let number = 1; ; number++) {
    const free = number === 1 ? wanted : `${wanted}-${number}`
    if (!taken.has(free)) return free
  }
}

type Action = { row: DepartmentRow; action: string; changes?: Change[] }

function record(tx: Tx, shop: Shop, admin: SignedIn, { row, action, changes }: Action): Promise<void> {
  const { id, name } = row
  return writeRecord(tx, shop, admin, { subject: 'department', id, name, action, changes })
}
