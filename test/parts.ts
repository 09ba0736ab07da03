/** Switching parts of the shop in tests. */
import { expect } from 'vitest'
import type { PartId, PartState } from '#shared/platform/parts.ts'
import type { Owed } from '#server/platform/settings/parts.ts'
import type { TestShop } from './shop.ts'
import { signedIn } from './signed-in.ts'
import type { Answer } from './visitor.ts'

/** What an owner is answered who switches a part. */
export async function trySwitch(shop: TestShop, part: PartId, state: PartState): Promise<Answer> {
  const owner = await signedIn(shop, { role: 'owner' })
  const { version } = (await owner.get('/api/parts')).body
  return owner.put(`/api/parts/${part}`, { state, version })
}

export async function switchPart(shop: TestShop, part: PartId, state: PartState): Promise<void> {
  const { status, body } = await trySwitch(shop, part, state)
  expect([part, status, body.owed ?? body.message]).toEqual([part, 200, undefined])
}

export async function stateOf(shop: TestShop, part: PartId): Promise<PartState> {
  const { parts } = (await (await signedIn(shop, { role: 'owner' })).get('/api/parts')).body
  return parts.find(({ _id }: { _id: PartId }) => _id === part).state
}

/** The texts of what keeps a part from being off; empty if nothing does. The part stays as it is. */
export async function owedOf(shop: TestShop, part: PartId): Promise<string[]> {
  const { parts } = (await (await signedIn(shop, { role: 'owner' })).get('/api/parts')).body
  const { state, owed } = parts.find(({ _id }: { _id: PartId }) => _id === part)
  const texts = (owed as Owed[]).map(({ text }) => text)
  if (texts.length === 0) return []
  const { status, body } = await trySwitch(shop, part, 'off')
  expect([status, body.owed]).toEqual([409, owed])
  expect(await stateOf(shop, part)).toBe(state)
  return texts
}
