/** API tokens: with which programs call the API in the name of an owner. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { TOKEN_SCOPES } from '#shared/platform/token-scopes.ts'
import { day, id, idParams, instant, message, requiredLine } from '#shared/kernel/fields.ts'

const scopes = z.array(
  z.enum(TOKEN_SCOPES, `A right is an area and what the token may do there, such as ${TOKEN_SCOPES[0]}`),
  'Choose what the token may do',
)

const token = z.object({
  _id: id,
  name: z.string(),
  scopes,
  /** The last four characters of the token. */
  hint: z.string(),
  /** Who made it, and in whose name it acts. */
  by: z.string(),
  /** The last day on which it works. */
  endsOn: day,
  createdAt: instant,
  usedAt: z.nullable(instant),
  /** `no-role`: the person has no role any more, so it opens nothing. */
  state: z.enum(['works', 'ended', 'no-role']),
})
export type ApiToken = z.infer<typeof token>

export const apiTokens = contract({
  list: {
    method: 'GET',
    path: '/api/tokens',
    access: 'owner',
    summary: 'All API tokens, without the tokens themselves, the newest first',
    reply: z.object({ tokens: z.array(token) }),
  },
  create: {
    method: 'POST',
    path: '/api/tokens',
    access: 'owner',
    needsProof: true,
    summary:
      'Makes a token for programs, for at most a year. It acts with the rights that the caller has at the moment of each call, within its scopes. The reply is the only one that contains it',
    body: z.object({
      name: requiredLine('Name', 60),
      scopes: scopes.check(
        z.minLength(1, 'Choose what the token may do'),
        z.maxLength(TOKEN_SCOPES.length, 'Choose each right once'),
      ),
      endsOn: day,
    }),
    reply: z.object({ _id: id, token: z.string() }),
    status: 201,
  },
  remove: {
    method: 'DELETE',
    path: '/api/tokens/:id',
    access: 'owner',
    summary: 'Revokes a token: it stops working with the next request',
    params: idParams,
    reply: message,
  },
})
