/** If the database has no free connection, the shop answers that it is busy, not with an error. */
import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { onPostgres } from './database.ts'
import { openShop } from './shop.ts'

test.runIf(onPostgres)(
  'a request that gets no connection in time is answered that the shop is busy',
  async () => {
    const shop = await openShop()
    const all = Array.from({ length: 20 }, () =>
      shop.db.connection().execute((own) => sql`select pg_sleep(5.5)`.execute(own).catch(() => {})),
    )
    // Each of them is ended after five seconds, and later requests wait no longer than that.
    const answer = await shop.visitor().get('/api/products?pageNumber=7')
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBeDefined()
    await Promise.all(all)
    await shop.close()
  },
)
