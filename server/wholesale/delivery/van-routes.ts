/** The routes of the van: a weekday, a driver, and locations in an order. */
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { deliveries, VanRoute } from '#shared/wholesale/api/deliveries.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { badRequest, conflict, notFound } from '#server/kernel/errors.ts'
import { attemptOf, transactOnce, type RequestKey } from '#server/platform/http/idempotency.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { nameOfCompany } from '../accounts/rows.ts'

/** All routes by weekday, and the active locations of open accounts that the van delivers to. */
export async function listRoutes({ db }: Shop): Promise<Reply<typeof deliveries.routes>> {
  const locations = await db
    .selectFrom('locations')
    .innerJoin('companies', 'companies.id', 'locations.company_id')
    .select(['locations.id as _id', 'locations.name', 'weekdays', 'trade_name', 'legal_name'])
    .where('handover', '=', 'van')
    .where('is_active', '=', 1)
    .where('companies.status', '<>', 'closed')
    .orderBy('legal_name')
    .orderBy('locations.name')
    .orderBy('locations.id')
    .execute()
  return {
    routes: await readRoutes(db),
    locations: locations.map(({ trade_name, legal_name, ...location }) => ({
      ...location,
      company: nameOfCompany({ trade_name, legal_name }),
    })),
  }
}

/** The routes with the locations in order. @param weekday from 1 (Monday); all if left out */
export async function readRoutes(db: Db, weekday?: number): Promise<VanRoute[]> {
  const routes = await db
    .selectFrom('van_routes')
    .selectAll()
    .$if(weekday !== undefined, (query) => query.where('weekday', '=', weekday!))
    .orderBy('weekday')
    .orderBy('name')
    .orderBy('id')
    .execute()
  const stops = await db.selectFrom('van_route_stops').selectAll().orderBy('position').execute()
  const byRoute = Map.groupBy(stops, ({ route_id: route }) => route)
  return routes.map(({ id, name, weekday: on, driver, version }) => ({
    _id: id,
    name,
    weekday: on,
    driver,
    stops: (byRoute.get(id) ?? []).map(({ location_id: location }) => location),
    version,
  }))
}

const CREATION = { route: 'POST /api/van-routes', what: 'route' }

/** Throws 400 for a location that does not exist or is twice on the route. */
export async function createRoute(
  shop: Shop,
  { user, key }: { user: SignedIn; key: RequestKey | null },
  { stops, ...fields }: Body<typeof deliveries.createRoute>,
): Promise<VanRoute> {
  return transactOnce(shop, attemptOf(user, CREATION, key), async (tx) => {
    const id = newId(shop.clock)
    const now = isoNow(shop.clock)
    await tx
      .insertInto('van_routes')
      .values({ id, ...fields, created_at: now, updated_at: now })
      .execute()
    await storeStops(tx, id, stops)
    await logRoute(tx, shop, user, { id, name: fields.name }, 'Added')
    return { _id: id, ...fields, stops, version: 1 }
  })
}

/** Throws 404, 400 as `createRoute` does, and 409 if it was changed since `version`. */
export async function updateRoute(
  shop: Shop,
  user: SignedIn,
  id: string,
  { stops, version, ...fields }: Body<typeof deliveries.updateRoute>,
): Promise<VanRoute> {
  return transact(shop.db, async (tx) => {
    const changed = await tx
      .updateTable('van_routes')
      .set({ ...fields, version: version + 1, updated_at: isoNow(shop.clock) })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst()
    if (!changed) {
      const there = await tx.selectFrom('van_routes').select('id').where('id', '=', id).executeTakeFirst()
      throw there ? conflict('This route was changed by someone else. Please look again') : notFound('Route')
    }
    await tx.deleteFrom('van_route_stops').where('route_id', '=', id).execute()
    await storeStops(tx, id, stops)
    await logRoute(tx, shop, user, { id, name: fields.name }, 'Changed')
    return { _id: id, ...fields, stops, version: version + 1 }
  })
}

/** Throws 404. */
export async function removeRoute(shop: Shop, user: SignedIn, id: string): Promise<{ message: string }> {
  return transact(shop.db, async (tx) => {
    const removed = await tx
      .deleteFrom('van_routes')
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw notFound('Route')
    await logRoute(tx, shop, user, { id, name: removed.name }, 'Deleted')
    return { message: 'Route deleted' }
  })
}

async function storeStops(tx: Tx, route: string, stops: readonly string[]): Promise<void> {
  if (new Set(stops).size < stops.length) throw badRequest('A location is twice on the route')
  if (stops.length === 0) return
  const known = await tx.selectFrom('locations').select('id').where('id', 'in', stops).execute()
  if (known.length < stops.length) throw badRequest('A location of the route does not exist')
  await tx
    .insertInto('van_route_stops')
    .values(stops.map((location, position) => ({ route_id: route, location_id: location, position })))
    .execute()
}

async function logRoute(
  tx: Tx,
  shop: Shop,
  user: SignedIn,
  { id, name }: { id: string; name: string },
  action: string,
): Promise<void> {
  await logChange(tx, shop, user, { subject: 'vanRoute', id, name: `Route ${name}`, action })
}
