/** Programs, which call the API with a token. */
import { randomBytes } from 'node:crypto'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'
import { newToken } from '#server/platform/tokens/caller.ts'
import { TOKEN_SCOPES } from '#shared/platform/token-scopes.ts'
import type { TestShop } from './shop.ts'
import type { SignedInVisitor } from './signed-in.ts'
import { insert } from './table-rows.ts'
import type { Visitor } from './visitor.ts'

/** A program with a token of this person that has every scope. */
export async function programOf(shop: TestShop, { id }: SignedInVisitor): Promise<Visitor> {
  const token = newToken()
  await insert(shop.db, 'api_tokens', {
    id: newId(shop.clock),
    token_hash: hashToken(token),
    hint: token.slice(-4),
    name: `Program ${randomBytes(6).toString('hex')}`,
    scopes: JSON.stringify(TOKEN_SCOPES),
    user_id: id,
    ends_on: '2099-12-31',
    // Later than now, so that a call does not change it.
    used_at: '2099-12-31T00:00:00.000Z',
    created_at: isoNow(shop.clock),
  })
  const visitor = shop.visitor()
  const authorized = (headers: Record<string, string> = {}) => ({
    authorization: `Bearer ${token}`,
    ...headers,
  })
  return {
    ...visitor,
    get: (path, headers) => visitor.get(path, authorized(headers)),
    post: (path, body, headers) => visitor.post(path, body, authorized(headers)),
    put: (path, body, headers) => visitor.put(path, body, authorized(headers)),
    delete: (path, headers) => visitor.delete(path, authorized(headers)),
  }
}
