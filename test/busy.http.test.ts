// On PostgreSQL only: outages and locks of a database server.
/** If the database has no free connection, the shop answers that it is busy, not with an error. */
import { expect, test } from 'vitest'
import { MANY_CONNECTIONS, onPostgres } from './database.ts'
import { openShop } from './shop.ts'

test.runIf(onPostgres)(
  'a request that gets no connection in time is answered that the shop is busy',
  async () => {
    const shop = await openShop({ connections: MANY_CONNECTIONS })
    const { promise: answered, resolve: release } = Promise.withResolvers<void>()
    let taken = 0
    const all = Array.from({ length: MANY_CONNECTIONS }, () =>
      shop.db.connection().execute(async () => {
        taken++
        await answered
      }),
    )
    await expect.poll(() => taken).toBe(MANY_CONNECTIONS)
    const answer = await shop.visitor().get('/api/products?pageNumber=7')
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBeDefined()
    release()
    await Promise.all(all)
    await shop.close()
  },
)
