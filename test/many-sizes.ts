/** Sizes for products that a test inserted with one statement. */
import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/schema.ts'

/** Gives each product without a size one size of 340 g for $18.00, with nothing in stock. */
export async function sizeEach(db: Db): Promise<void> {
  await sql`
    insert into product_sizes (id, product_id, position, label, grams, price_cents, count_in_stock, sku)
    select id, id, 0, '', 340, 1800, 0, '' from products
    where not exists (select 1 from product_sizes where product_id = products.id)`.execute(db)
}
