/** The endpoints of this group: each contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import { account } from '#shared/people/api/account.ts'
import { factors } from '#shared/people/api/factors.ts'
import { guests } from '#shared/people/api/guests.ts'
import { passkeys } from '#shared/people/api/passkeys.ts'
import { personalData } from '#shared/people/api/personal-data.ts'
import { staff } from '#shared/people/api/staff.ts'
import { users } from '#shared/people/api/users.ts'
import { sessions } from '#shared/platform/api/sessions.ts'
import { settings } from '#shared/platform/api/settings.ts'
import { serve, type Serving } from '#server/platform/http/serve.ts'
import { settingsRoutes } from '#server/platform/settings/routes.ts'
import { accountRoutes, sessionRoutes } from './account/routes.ts'
import { factorRoutes, passkeyRoutes, requiredFactorRoutes } from './factors/routes.ts'
import { personalDataRoutes } from './personal-data/routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { guestRoutes } from './users/guest-routes.ts'
import { passkeySignInRoutes, userRoutes } from './users/routes.ts'

export function servePeople(app: FastifyInstance, serving: Serving): void {
  serve(app, serving, users, userRoutes)
  serve(app, serving, staff, staffRoutes)
  serve(app, serving, account, accountRoutes)
  serve(app, serving, sessions, sessionRoutes)
  serve(app, serving, personalData, personalDataRoutes)
  serve(app, serving, factors, factorRoutes)
  serve(app, serving, passkeys, { ...passkeyRoutes, ...passkeySignInRoutes })
  serve(app, serving, guests, guestRoutes)
  serve(app, serving, settings, { ...settingsRoutes, ...requiredFactorRoutes })
}
