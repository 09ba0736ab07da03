/** The API tokens of the shop: owners make and revoke them. */
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { apiTokens } from '#shared/backoffice/api/api-tokens.ts'
import { describeScopes, MAX_TOKEN_DAYS, type TokenScope } from '#shared/platform/token-scopes.ts'
import { addDays } from '#shared/kernel/days.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound, wrongField } from '#server/kernel/errors.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { roleOf } from '#server/platform/sessions/roles.ts'
import { hashToken, type SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { newToken } from '#server/platform/tokens/caller.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'

/** The tokens of one person that work. More would be a sign that none is ever revoked. */
const MOST = 50

async function listTokens(shop: Shop): Promise<Reply<typeof apiTokens.list>> {
  const rows = await shop.db
    .selectFrom('api_tokens as token')
    .innerJoin('users', 'users.id', 'token.user_id')
    .select(['token.id', 'token.name', 'scopes', 'hint', 'ends_on', 'used_at', 'token.created_at'])
    .select(['users.name as by', 'is_admin', 'staff_role'])
    .orderBy('token.created_at', 'desc')
    .orderBy('token.id')
    .execute()
  const { day } = nowAt(shop.realClock)
  return {
    tokens: rows.map((row) => ({
      _id: row.id,
      name: row.name,
      scopes: JSON.parse(row.scopes) as TokenScope[],
      hint: row.hint,
      by: row.by,
      endsOn: row.ends_on,
      createdAt: row.created_at,
      usedAt: row.used_at,
      state: row.ends_on < day ? 'ended' : roleOf(row) === null ? 'no-role' : 'works',
    })),
  }
}

/** Returns the token, which is not stored. Throws 400 for a day that is past or too far, and 409 for a name that is taken. */
async function createToken(
  shop: Shop,
  owner: SignedIn,
  { name, scopes, endsOn }: Body<typeof apiTokens.create>,
) {
  const { day } = nowAt(shop.realClock)
  if (endsOn < day) throw wrongField('endsOn', 'This day has passed')
  if (endsOn > addDays(day, MAX_TOKEN_DAYS)) throw wrongField('endsOn', 'A token works for a year at most')
  const token = newToken()
  const id = newId(shop.clock)
  const chosen = [...new Set(scopes)]
  const row = {
    id,
    token_hash: hashToken(token),
    hint: token.slice(-4),
    name,
    scopes: JSON.stringify(chosen),
    user_id: owner._id,
    ends_on: endsOn,
    used_at: null,
    created_at: isoNow(shop.realClock),
  }
  await transact(shop.db, async (tx) => {
    const { count } = await tx
      .selectFrom('api_tokens')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', owner._id)
      .where('ends_on', '>=', day)
      .executeTakeFirstOrThrow()
    if (count >= MOST) throw conflict(`You have ${MOST} API tokens. Revoke one first`)
    await tx.insertInto('api_tokens').values(row).execute()
    const changes = [
      { field: 'May', before: '', after: describeScopes(chosen) },
      { field: 'Works until', before: '', after: endsOn },
    ]
    await record(tx, shop, owner, { id, name, action: 'Made an API token', changes })
  }).catch((error: unknown) => {
    const message = 'Another API token has this name'
    if (isUniqueViolation(error)) throw conflict(message, { fields: { name: message } })
    throw error
  })
  return { _id: id, token }
}

/** Throws 404. */
async function removeToken(shop: Shop, owner: SignedIn, id: string) {
  return transact(shop.db, async (tx) => {
    const removed = await tx
      .deleteFrom('api_tokens')
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw notFound('API token')
    await record(tx, shop, owner, { id, name: removed.name, action: 'Revoked an API token' })
    return { message: `${removed.name} is revoked` }
  })
}

type Action = Omit<Parameters<typeof logChange>[3], 'subject'>

function record(tx: Parameters<typeof logChange>[0], shop: Shop, owner: SignedIn, action: Action) {
  return logChange(tx, shop, owner, { subject: 'connection', ...action })
}

export const tokenRoutes: Handlers<typeof apiTokens> = {
  list: ({ shop }) => listTokens(shop),
  create: ({ shop, user, body }) => createToken(shop, user, body),
  remove: ({ shop, user, params }) => removeToken(shop, user, params.id),
}
