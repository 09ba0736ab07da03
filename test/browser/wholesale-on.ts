import type { APIRequestContext } from '@playwright/test'
import { callApi } from './by-api.ts'
import { asOwner } from './owner.ts'

/** Switches wholesale on, which a new shop does not have. */
export async function switchWholesaleOn(owner: APIRequestContext): Promise<void> {
  const { version } = (await callApi(owner, 'GET', '/api/parts')) as { version: number }
  await callApi(owner, 'PUT', '/api/parts/wholesale', { state: 'on', version })
}

/** The same without an open session of the owner. */
export async function withWholesale(): Promise<void> {
  await asOwner(switchWholesaleOn)
}
