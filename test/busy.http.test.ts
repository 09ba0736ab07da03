/** A database without a free connection is a busy shop, not a broken one. */
import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { onPostgres } from './database.ts'
import { openShop } from './shop.ts'

test.runIf(onPostgres)('who gets no connection in time hears that the shop is busy', async () => {
  const shop = await openShop()
  const all = Array.from({ length: 20 }, () =>
    shop.db.connection().execute((own) => sql`select pg_sleep(5.5)`.execute(own).catch(() => {})),
  )
  // Each of them is ended after five seconds, and who comes after them waits for no longer.
  const answer = await shop.visitor().get('/api/products?pageNumber=7')
  expect(answer.status).toBe(503)
  expect(answer.headers['retry-after']).toBeDefined()
  await Promise.all(all)
  await shop.close()
})
