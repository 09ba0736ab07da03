/** The setup of tests that kill a shop. */
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll } from 'vitest'
import { newPlace } from '../database.ts'
import { ensureBuilt, type Place } from './running-shop.ts'

/** Builds the shop and creates a data folder and database for a test file. The fields are set only when its tests run. */
export function ownPlace(): Place {
  const place: Place = { dataDir: '', databaseUrl: null }
  beforeAll(async () => {
    ensureBuilt()
    Object.assign(place, await newPlace())
  }, 300_000)
  afterAll(() => rm(place.dataDir, { recursive: true, force: true }))
  return place
}
