/** The sizes that the shop sells to accounts, whatever each account pays. */
import { ART_SHOW } from '#shared/kernel/categories.ts'
import type { Db } from '#server/kernel/db/schema.ts'

/** Every size that can have a price for accounts: also of products for accounts only, and without works of art. */
export function sizesForAccounts(db: Db) {
  return db
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_sizes.product_id')
    .where('products.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('is_draft', '=', 0), eb('products.for_accounts', '=', 1)]))
    .where('removed_at', 'is', null)
    .where('category', '<>', ART_SHOW)
}

/** The same for one account: without what other accounts have under their own labels. */
export function sizesSoldTo(db: Db, companyId: string) {
  return sizesForAccounts(db).where('products.company_id', 'in', ['', companyId])
}
