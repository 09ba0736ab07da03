/** What tests that kill a shop begin with. */
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll } from 'vitest'
import { newPlace } from '../database.ts'
import { ensureBuilt, type Place } from './running-shop.ts'

/** Builds the shop, and gives a test file a place of its own: to be looked at within its tests, not before. */
export function ownPlace(): Place {
  const place: Place = { dataDir: '', databaseUrl: null }
  beforeAll(async () => {
    ensureBuilt()
    Object.assign(place, await newPlace())
  }, 300_000)
  afterAll(() => rm(place.dataDir, { recursive: true, force: true }))
  return place
}
