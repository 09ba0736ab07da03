/**
 * What a shop of an earlier release contains, read from its tables. Uses only columns that every release has had since
 * migration 012, and Node, so that it also runs in the source of an earlier release.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

type OldOrder = {
  id: string
  /** Null before migration 023. */
  number: string | null
  state: string
  buyer: string
  items_cents: number
  shipping_cents: number
  tax_cents: number
  total_cents: number
  paid_at: string | null
  delivered_at: string | null
  lines: { name: string; qty: number; price_cents: number }[]
}

export type OldShop = {
  /** Its last migration. */
  migration: string
  /** The password of the accounts in `signIn`. */
  password: string
  /** The email addresses of accounts whose password is known. */
  signIn: string[]
  orders: OldOrder[]
  users: { id: string; name: string; email: string; password_hash: string; is_admin: number }[]
  /** The products that are not deleted, with their sizes in their order. */
  products: {
    id: string
    name: string
    is_draft: number
    /** `held`: how many of them unpaid orders hold. */
    sizes: { price_cents: number; count_in_stock: number; held: number }[]
  }[]
  /** The number of rows of each table. */
  rows: Record<string, number>
  /** The uploaded pictures: addresses, and the hashes of the files. */
  pictures: { path: string; sha256: string }[]
}

/**
 * @param dataDir a data folder with `shop.sqlite` and `uploads`
 * @param known the password of accounts, and their email addresses
 */
export function readOldShop(dataDir: string, known: Pick<OldShop, 'password' | 'signIn'>): OldShop {
  const db = new DatabaseSync(join(dataDir, 'shop.sqlite'), { readOnly: true })
  try {
    const all = <Row>(sql: string): Row[] => db.prepare(sql).all() as Row[]
    const [last] = all<{ name: string }>('select max(name) as name from kysely_migration')
    return {
      migration: last!.name,
      ...known,
      orders: ordersOf(all),
      users: all('select id, name, email, password_hash, is_admin from users order by id'),
      products: productsOf(all),
      rows: rowsOf(all),
      pictures: all<{ file: string }>('select file from uploads order by file').map(({ file }) => ({
        path: `/uploads/${file}`,
        sha256: hashOf(readFileSync(join(dataDir, 'uploads', file))),
      })),
    }
  } finally {
    db.close()
  }
}

/** The SHA-256 of a file, in hexadecimal digits. */
export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

type All = <Row>(sql: string) => Row[]

function rowsOf(all: All): Record<string, number> {
  const tables = all<{ name: string }>(`select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite_%' order by name`)
  return Object.fromEntries(
    tables.map(({ name }) => [
      name,
      all<{ rows: number }>(`select count(*) as rows from "${name}"`)[0]!.rows,
    ]),
  )
}

function ordersOf(all: All): OldOrder[] {
  const number = hasColumn(all, 'orders', 'number') ? 'number' : 'null as number'
  const orders = all<Omit<OldOrder, 'lines'>>(`
    select id, ${number}, state, buyer_name as buyer, items_cents, shipping_cents, tax_cents, total_cents, paid_at,
      delivered_at
    from orders order by id`)
  const lines = all<OldOrder['lines'][number] & { order_id: string }>(
    'select order_id, name, qty, price_cents from order_lines order by order_id, position',
  )
  const byOrder = Map.groupBy(lines, ({ order_id }) => order_id)
  return orders.map((order) => ({
    ...order,
    lines: (byOrder.get(order.id) ?? []).map(({ order_id: _order, ...line }) => line),
  }))
}

function productsOf(all: All): OldShop['products'] {
  const rows = all<{ id: string; name: string; is_draft: number }>(
    'select id, name, is_draft from products where deleted_at is null order by id',
  )
  const sizes = all<OldShop['products'][number]['sizes'][number] & { product: string }>(
    hasColumn(all, 'product_sizes', 'product_id')
      ? `select product_id as product, price_cents, count_in_stock, ${held('size_id = product_sizes.id')}
        from product_sizes where removed_at is null order by product_id, position`
      : `select id as product, price_cents, count_in_stock, ${held('product_id = products.id')} from products`,
  )
  const byProduct = Map.groupBy(sizes, ({ product }) => product)
  return rows.map((row) => ({
    ...row,
    sizes: (byProduct.get(row.id) ?? []).map(({ product: _product, ...size }) => size),
  }))
}

/** How many pieces of a size unpaid orders hold. @param line the condition for its order lines */
const held = (
  line: string,
) => `(select coalesce(sum(qty), 0) from order_lines join orders on orders.id = order_id
  where state in ('pending', 'capturing') and ${line}) as held`

function hasColumn(all: All, table: string, column: string): boolean {
  return all<{ name: string }>(`select name from pragma_table_info('${table}')`).some(
    ({ name }) => name === column,
  )
}
