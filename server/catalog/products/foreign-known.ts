/** What this shop knows before it reads a file of another shop (decisions/060). */
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { ForeignSource } from '#shared/platform/import-sources.ts'
import type { Known } from '../other-shops/categories.ts'

/** The owner's choices for files of this shop, our categories, and the labels of our sizes. */
export async function readKnown(db: Db, source: ForeignSource): Promise<Known> {
  const labels = await readLabels(db)
  const ours = await readCategories(db)
  const chosen = await db.selectFrom('imported_categories').selectAll().where('source', '=', source).execute()
  const choices = new Map([
    // A name that is a category of this shop is that category, unless the owner has chosen another one.
    ...ours.map((category) => [category, { category, departmentId: null }] as const),
    ...chosen.map(
      ({ name, category, department_id: departmentId }) => [name, { category, departmentId }] as const,
    ),
  ])
  return { choices, labels }
}

/** The categories of products and departments. */
async function readCategories(db: Db): Promise<string[]> {
  const products = await db
    .selectFrom('products')
    .select('category')
    .distinct()
    .where('deleted_at', 'is', null)
    .execute()
  const departments = await db.selectFrom('departments').select('categories').execute()
  return [
    COFFEE_BEANS,
    ...products.map(({ category }) => category),
    ...departments.flatMap(({ categories }) => JSON.parse(categories) as string[]),
  ]
}

/** The labels of sizes by the name of their product. */
async function readLabels(db: Db): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_sizes.product_id')
    .select(['name', 'label'])
    .where('label', '<>', '')
    .where('removed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
  const labels = Map.groupBy(rows, ({ name }) => name)
  return new Map([...labels].map(([name, own]) => [name, new Set(own.map(({ label }) => label))]))
}
