/** Which product was imported from which product of another shop, so that a second import changes it. */
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import type { Line } from '../../other-shops/line.ts'

/** Ids of our products, by the key that `linkOf` returns. */
export type Links = Map<string, string>

/** The key of a line's product in the other shop; undefined for a line of our own file. */
export function linkOf({ external }: Pick<Line, 'external'>): string | undefined {
  return external && `${external.source} ${external.id}`
}

/** Rows per query. The number of parameters of a statement is limited. */
const BATCH = 500

export async function readLinks(db: Db, sheet: readonly Line[]): Promise<Links> {
  const links: Links = new Map()
  const external = sheet.flatMap((line) => line.external ?? [])
  for (let start = 0; start < external.length; start += BATCH) {
    const part = external.slice(start, start + BATCH)
    const rows = await db
      .selectFrom('imported_products')
      .selectAll()
      .where('source', '=', part[0]!.source)
      .where(
        'external_id',
        'in',
        part.map(({ id }) => id),
      )
      .execute()
    for (const { source, external_id, product_id } of rows) links.set(`${source} ${external_id}`, product_id)
  }
  return links
}

/** Those of our products that came from this shop; none without a shop. */
export async function readLinked(
  db: Db,
  source: 'shopify' | 'woocommerce' | undefined,
  ids: readonly string[],
): Promise<Set<string>> {
  const linked = new Set<string>()
  if (!source) return linked
  for (let start = 0; start < ids.length; start += BATCH) {
    const rows = await db
      .selectFrom('imported_products')
      .select('product_id')
      .where('source', '=', source)
      .where('product_id', 'in', ids.slice(start, start + BATCH))
      .execute()
    for (const row of rows) linked.add(row.product_id)
  }
  return linked
}

/** Records which products were imported. */
export async function saveLinks(
  tx: Tx,
  products: readonly { id: string; external: Line['external'] }[],
): Promise<void> {
  const rows = products.flatMap(({ id, external }) =>
    external ? { source: external.source, external_id: external.id, product_id: id } : [],
  )
  if (rows.length === 0) return
  await tx
    .insertInto('imported_products')
    .values(rows)
    .onConflict((taken) =>
      taken
        .columns(['source', 'external_id'])
        .doUpdateSet((eb) => ({ product_id: eb.ref('excluded.product_id') })),
    )
    .execute()
}
