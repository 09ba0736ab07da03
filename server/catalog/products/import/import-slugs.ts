/** The addresses of imported products. */
import { productFields } from '#shared/catalog/resources/product.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { chooseSlugs, type SlugChange } from '#server/platform/slugs/slugs.ts'
import { productSource } from '../catalogue.ts'
import type { columnsOf } from '../save.ts'
import type { Problem } from './sheet-rows.ts'

type Planned = {
  row: number
  before: { id: string; slug: string } | null
  columns: ReturnType<typeof columnsOf>
}

/** The change of an address. `id` is that of the product, or that it will get. */
export function slugChangeOf(
  { before, columns }: Pick<Planned, 'before' | 'columns'>,
  id: string,
): SlugChange {
  const { slug: wanted, ...named } = columns
  return { ...productSource({ ...named, id }), before: before?.slug ?? '', wanted }
}

/** Reports addresses in the file that another product has, or had before. */
export async function reportTakenSlugs(
  db: Db,
  planned: readonly Planned[],
  problems: Problem[],
): Promise<void> {
  const wanting = planned.filter(({ before, columns: { slug } }) => slug !== '' && slug !== before?.slug)
  const changes = wanting.map((each) => slugChangeOf(each, idOf(each)))
  const { taken } = await chooseSlugs(db, 'products', changes)
  for (const each of wanting) {
    const problem = taken.get(idOf(each))
    const { row, columns } = each
    if (problem) problems.push({ row, column: productFields.slug.label, value: columns.slug, problem })
  }
}

/** A new product has no id yet. */
function idOf({ row, before }: Planned): string {
  return before?.id ?? `row ${row}`
}
