/** Passkeys of test accounts. */
import { newId, isoNow } from '#server/kernel/time/clock.ts'
import { authenticator, type Authenticator } from './authenticator.ts'
import type { TestShop } from './shop.ts'
import type { Answer, Visitor } from './visitor.ts'
import { insert } from './table-rows.ts'

/** Stores a passkey without its authenticator. Returns its id. */
export async function storePasskey({ db, clock }: TestShop, userId: string, name = 'Phone'): Promise<string> {
  const id = newId(clock)
  const at = isoNow(clock)
  const key = { credential_id: id, public_key: 'AAAA', counter: 0, transports: '["internal"]' }
  await insert(db, 'passkeys', { id, user_id: userId, name, ...key, created_at: at, used_at: at })
  return id
}

/** Adds the passkey of an authenticator to the caller's account. */
export async function addPasskey(
  caller: Visitor,
  device: Authenticator = authenticator(),
  name = 'Phone',
): Promise<Answer> {
  const { body } = await caller.post('/api/passkeys/creation')
  return caller.post('/api/passkeys', { name, credential: device.create(body) })
}

/** The answer of an authenticator to new options. */
export async function answerOf(caller: Visitor, device: Authenticator) {
  return device.get((await caller.post('/api/passkeys/request')).body)
}

/** Signs in with the passkey of an authenticator. */
export async function signInByPasskey(caller: Visitor, device: Authenticator): Promise<Answer> {
  return caller.post('/api/passkeys/auth', { answer: await answerOf(caller, device) })
}
