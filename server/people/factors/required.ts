/** Whether the shop requires a second factor of its staff. decisions/066-passkeys-and-second-factors.md */
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { settings } from '#shared/platform/api/settings.ts'
import { requiredOfOwners } from '#shared/platform/settings/sign-in.ts'
import type { StaffRole } from '#shared/kernel/roles.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { SIGN_IN } from '#server/platform/settings/groups.ts'
import { saveSettings, settingsIn, type Saved } from '#server/platform/settings/settings.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'

type Required = Reply<typeof settings.signIn>

/**
 * Whether a role must use a second factor now. Owners have a week after it was required, and customers never need one.
 */
export async function isFactorRequired(shop: Shop, role: StaffRole | null): Promise<boolean> {
  if (role === null) return false
  const saved = await currentSettings(shop, SIGN_IN)
  return saved.isRequired && (role !== 'owner' || requiredOfOwners(saved) <= isoNow(shop.clock))
}

/** Throws 409 if the member of staff would be left without the second factor that the shop requires. */
export async function requireAnother(shop: Shop, user: SignedIn, others: number): Promise<void> {
  if (others === 0 && (await isFactorRequired(shop, user.role)))
    throw conflict('Your shop requires a second factor. Add another passkey or an app first')
}

export async function readRequired(shop: Shop): Promise<Required> {
  return toReply(await settingsIn(shop, SIGN_IN))
}

/**
 * Saves whether it is required. A new requirement takes effect at the next sign-in. When it ends, limited sessions get
 * full access at once.
 */
export async function saveRequired(
  shop: Shop,
  owner: SignedIn,
  { isRequired, version }: Body<typeof settings.saveSignIn>,
): Promise<Required> {
  const before = await settingsIn(shop, SIGN_IN)
  const since = isRequired ? before.since || isoNow(shop.clock) : ''
  const saved = await saveSettings(shop, owner, SIGN_IN, { isRequired, since, version })
  if (!isRequired)
    await shop.db.updateTable('sessions').set({ is_limited: 0 }).where('is_limited', '=', 1).execute()
  return toReply(saved)
}

function toReply(saved: Saved<typeof SIGN_IN.fields, 'sign-in'>): Required {
  return { isRequired: saved.isRequired, ownersFrom: requiredOfOwners(saved) || null, version: saved.version }
}
