/** The step of an import that says what the categories of another shop are here (decisions/060). */
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { ImportRun, imports } from '#shared/backoffice/api/imports.ts'
import type { ForeignSource } from '#shared/platform/import-sources.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import type { Db, ImportRow, Tx } from '#server/kernel/db/schema.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { readDepartments, showInDepartments } from '#server/content/departments/departments.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { UNSORTED, type FileCategory } from '#server/catalog/other-shops/categories.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { getImport, importRow } from './runs.ts'

/** Rows of one statement. */
const BATCH = 100

/** Stores the categories of a file, instead of those that were read before. */
export async function saveCategories(tx: Tx, id: string, categories: readonly FileCategory[]): Promise<void> {
  await tx.deleteFrom('import_categories').where('import_id', '=', id).execute()
  const rows = categories.map(({ departmentId, isChosen, examples, ...each }, position) => ({
    ...each,
    import_id: id,
    position,
    examples: JSON.stringify(examples),
    department_id: departmentId,
    is_chosen: isChosen ? (1 as const) : (0 as const),
  }))
  for (const part of inBatches(rows, BATCH)) await tx.insertInto('import_categories').values(part).execute()
}

/** What the import makes of the categories of the file, the new ones first. Throws 404. */
export async function listCategories(shop: Shop, id: string): Promise<Reply<typeof imports.categories>> {
  await importRow(shop, id)
  const departments = await readDepartments(shop.db)
  const departmentOf = (category: string) =>
    departments.find(({ categories }) => categories.includes(category))?._id ?? null
  return {
    categories: (await readCategories(shop.db, id)).map((row) => {
      const isCoffee = row.category === COFFEE_BEANS
      const isChosen = row.is_chosen === 1
      const proposed = isChosen ? null : departmentOf(UNSORTED)
      return {
        name: row.name,
        products: row.products,
        examples: JSON.parse(row.examples) as string[],
        isCoffee,
        category: isCoffee ? '' : row.category,
        department: isCoffee ? null : (row.department_id ?? departmentOf(row.category) ?? proposed),
        isChosen,
      }
    }),
  }
}

/**
 * Keeps the owner's choices for this file and the next ones, and reads the file again with them. Throws 404, 400 for a
 * department that does not exist or a category that the file does not have, and 409 if the import is in another state.
 */
export async function chooseCategories(
  shop: Shop,
  id: string,
  { categories }: Body<typeof imports.chooseCategories>,
): Promise<ImportRun> {
  const run = await importRow(shop, id)
  await transact(shop.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('imports')
      .set({ state: 'reading', claim: null, claimed_until: null })
      .where('id', '=', id)
      .where('state', '=', 'ready')
      .where((eb) => eb.exists(eb.selectFrom('import_parts').select('position').where('import_id', '=', id)))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('This import can no longer be changed. Choose the file again')
    await requireKnown(tx, id, categories)
    await remember(tx, shop, run.source as ForeignSource, categories)
  })
  shop.importSignal.raise()
  return getImport(shop, id)
}

/** Shows the chosen categories of goods in their departments, when the import starts. */
export async function showCategories(
  tx: Tx,
  shop: Shop,
  by: SignedIn,
  { id }: Pick<ImportRow, 'id'>,
): Promise<void> {
  const rows = await readCategories(tx, id)
  const wanted = rows.filter(({ category, is_chosen }) => is_chosen === 1 && category !== COFFEE_BEANS)
  await showInDepartments(
    tx,
    shop,
    by,
    wanted.flatMap(({ category, department_id: department }) => (department ? { category, department } : [])),
  )
}

type Choice = Body<typeof imports.chooseCategories>['categories'][number]

function readCategories(db: Db, id: string) {
  return db
    .selectFrom('import_categories')
    .selectAll()
    .where('import_id', '=', id)
    .orderBy('is_chosen')
    .orderBy('position')
    .execute()
}

async function requireKnown(tx: Tx, id: string, choices: readonly Choice[]): Promise<void> {
  const names = new Set((await readCategories(tx, id)).map(({ name }) => name))
  const departments = new Set(
    (await tx.selectFrom('departments').select('id').execute()).map((each) => each.id),
  )
  for (const [index, { name, department, isCoffee, category }] of choices.entries()) {
    if (!names.has(name)) throw refused(index, 'name', 'The file does not have this category')
    if (department !== null && !departments.has(department))
      throw refused(index, 'department', 'There is no such department. Choose another one')
    if (!isCoffee && category === '') throw refused(index, 'category', 'Enter a category')
  }
}

function refused(index: number, field: string, message: string): Refusal {
  return new Refusal(400, message, { fields: { [`categories.${index}.${field}`]: message } })
}

async function remember(
  tx: Tx,
  shop: Shop,
  source: ForeignSource,
  choices: readonly Choice[],
): Promise<void> {
  for (const { name, isCoffee, category, department } of choices) {
    const row = {
      source,
      name,
      category: isCoffee ? COFFEE_BEANS : category,
      department_id: isCoffee ? null : department,
      updated_at: isoNow(shop.clock),
    }
    await tx
      .insertInto('imported_categories')
      .values(row)
      .onConflict((taken) => taken.columns(['source', 'name']).doUpdateSet(row))
      .execute()
  }
}
