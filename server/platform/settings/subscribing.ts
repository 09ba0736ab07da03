import type { Shop } from '../shop.ts'
import { currentSettings } from './current.ts'
import { SUBSCRIBING } from './groups.ts'
import { partOf } from './parts.ts'

/** The owner's settings of subscriptions. New ones are offered only while this part of the shop is on. */
export async function subscribingOf(shop: Pick<Shop, 'cached' | 'db' | 'config'>) {
  const settings = await currentSettings(shop, SUBSCRIBING)
  return { ...settings, isOffered: settings.isOffered && (await partOf(shop, 'subscriptions')) === 'on' }
}
