/** The departments of the shop. A department stores no products: it shows the products of its categories. */
import type { CountedDepartment, Department, DepartmentEdit } from '#shared/content/api/departments.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { departmentFields } from '#shared/content/resources/department.ts'
import { type Clock, isoNow, newId } from '#server/kernel/time/clock.ts'
import type { Db, DepartmentRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { rowsOf } from '#server/platform/resources/rows.ts'
import { SavedRow } from '#server/platform/resources/saved-row.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { slugFor } from '#server/platform/slugs/slugs.ts'

const departmentRows = rowsOf(departmentFields)
const saved = new SavedRow('departments', {
  rows: departmentRows,
  subject: 'department',
  label: 'Department',
  nameOf: ({ name }) => name,
  tag: 'Product',
})

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

/** All departments with the number of their products on sale, and their former addresses. */
export async function listDepartments({ db }: Pick<Shop, 'db'>): Promise<CountedDepartment[]> {
  const counts = await db
    .selectFrom('products')
    .where('deleted_at', 'is', null)
    .where('is_draft', '=', 0)
    .groupBy('category')
    .select(['category', (eb) => eb.fn.countAll<number>().as('count')])
    .execute()
  const former = await db
    .selectFrom('former_slugs')
    .where('kind', '=', 'departments')
    .select(['record_id', 'slug'])
    .orderBy('slug')
    .execute()
  const formerOf = Map.groupBy(former, (row) => row.record_id)
  const byCategory = new Map(counts.map(({ category, count }) => [category, count]))
  const sum = (categories: readonly string[]) =>
    [...new Set(categories)].reduce((total, category) => total + (byCategory.get(category) ?? 0), 0)
  return (await readDepartments(db)).map((each) => ({
    ...each,
    products: sum(each.categories),
    formerSlugs: (formerOf.get(each._id) ?? []).map(({ slug }) => slug),
  }))
}

/** One department. Throws 404. */
export async function getDepartment(shop: Shop, id: string): Promise<Department> {
  return toDepartment(await saved.find(shop.db, id))
}

/** Adds a department. Throws 400 if another department has its address. */
export async function createDepartment(
  shop: Shop,
  admin: SignedIn,
  edit: DepartmentEdit,
): Promise<Department> {
  const row = await saved.create(shop, admin, (tx, id) => columnsOf(tx, shop, id, edit))
  changeMenu(shop)
  return toDepartment(row)
}

/** Saves a department. Throws 404, 400 if another department has its address or had it before, and 409 if `version` is outdated. */
export async function updateDepartment(
  shop: Shop,
  admin: SignedIn,
  id: string,
  edit: DepartmentEdit,
): Promise<Department> {
  const { version } = edit
  const columns = (tx: Tx, before: DepartmentRow) => columnsOf(tx, shop, id, edit, before.slug)
  const row = await saved.update(shop, admin, id, { version, columns })
  changeMenu(shop)
  return toDepartment(row)
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
    await saved.log(tx, shop, admin, row, 'Changed by an import', changes)
  }
}

/** Deletes a department; its products stay in the shop. Throws 404. */
export async function removeDepartment(shop: Shop, admin: SignedIn, id: string): Promise<void> {
  await saved.remove(shop, admin, id)
  changeMenu(shop)
}

/** The menu of every page lists the departments, with the facts of the business. */
function changeMenu(shop: Shop): void {
  shop.changed({ tag: 'Settings' })
}

function toDepartment(row: DepartmentRow): Department {
  return { _id: row.id, ...departmentRows.editOf(row), version: row.version }
}

async function columnsOf(tx: Tx, shop: Shop, id: string, edit: DepartmentEdit, before = '') {
  const { name, slug: wanted } = edit
  const slug = await slugFor(tx, shop.clock, 'departments', { id, name, before, wanted })
  return { ...departmentRows.columnsOf(edit), slug }
}

/** The fact that the first departments were added. */
const FIRST_ADDED = 'departments'
const PRINTS = 'Art Show'
const GOODS = 'Goods'

/**
 * Adds Coffee, Equipment and Prints once; after the owner has deleted them, they are not added again. In an existing
 * shop, Equipment also gets all other categories. Only one instance may run this at a time.
 */
export async function addFirstDepartments(db: Db, clock: Clock): Promise<void> {
  const done = await db
    .selectFrom('shop_facts')
    .select('key')
    .where('key', '=', FIRST_ADDED)
    .executeTakeFirst()
  if (done) return
  const inUse = await db
    .selectFrom('products')
    .select('category')
    .distinct()
    .where('deleted_at', 'is', null)
    .where('is_draft', '=', 0)
    .orderBy('category')
    .execute()
  const others = inUse
    .map(({ category }) => category)
    .filter((category) => ![COFFEE_BEANS, PRINTS, GOODS].includes(category))
  const now = isoNow(clock)
  const rows = departmentsFor(others).map((edit) => ({
    ...departmentRows.columnsOf(edit),
    id: newId(clock),
    version: 1,
    created_at: now,
    updated_at: now,
  }))
  await transact(db, async (tx) => {
    await tx.insertInto('departments').values(rows).execute()
    await tx.insertInto('shop_facts').values({ key: FIRST_ADDED, value: now }).execute()
  })
}

function departmentsFor(others: string[]) {
  return [
    {
      name: 'Coffee',
      slug: 'coffee',
      heading: 'Coffee',
      text: 'Single origins and blends, roasted to order. Each label says where a coffee grew, how it was processed and what it tastes of.',
      categories: [COFFEE_BEANS],
      place: 1,
    },
    {
      name: 'Equipment',
      slug: 'equipment',
      heading: 'Equipment',
      text: 'Brewers, kettles and cups: what we use at the bar, for your kitchen.',
      categories: [GOODS, ...others].slice(0, 50),
      place: 2,
    },
    {
      name: 'Prints',
      slug: 'prints',
      heading: 'Prints',
      text: 'The pictures from our bags and walls, framed. Half of the price goes to the artist.',
      categories: [PRINTS],
      place: 3,
    },
  ]
}
