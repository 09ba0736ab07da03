/** The API: the endpoints of every group. */
import type { FastifyInstance } from 'fastify'
import type { Serving } from './platform/http/serve.ts'
import { servePlatform } from './platform/routes.ts'
import { serveContent } from './content/routes.ts'
import { serveCatalog } from './catalog/routes.ts'
import { serveRoastery } from './roastery/routes.ts'
import { serveCheckout } from './checkout/routes.ts'
import { servePayments } from './payments/routes.ts'
import { serveShipping } from './shipping/routes.ts'
import { serveSubscriptions } from './subscriptions/routes.ts'
import { serveWholesale } from './wholesale/routes.ts'
import { servePeople } from './people/routes.ts'
import { serveMail } from './mail/routes.ts'
import { serveBackoffice } from './backoffice/routes.ts'
import { serveSite } from './site/routes.ts'

/** Serves all resources of the API. */
export async function serveApi(app: FastifyInstance, serving: Serving): Promise<void> {
  await servePlatform(app, serving)
  await serveContent(app, serving)
  await serveCatalog(app, serving)
  await serveRoastery(app, serving)
  serveCheckout(app, serving)
  servePayments(app, serving)
  serveShipping(app, serving)
  serveSubscriptions(app, serving)
  await serveWholesale(app, serving)
  servePeople(app, serving)
  await serveMail(app, serving)
  await serveBackoffice(app, serving)
  serveSite(app, serving)
}
