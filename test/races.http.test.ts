/** A short run of the races; `npm run torture -- races` runs each of them twenty times. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACES, openTrack, runRace } from './torture/races/races.ts'
import type { RaceTrack } from './torture/races/race.ts'

const trials = Number(process.env.RACE_TRIALS ?? 1)
const chosen = process.env.RACE

let track: RaceTrack
beforeAll(async () => {
  track = await openTrack()
})
afterAll(() => track.close())

for (const race of RACES) {
  const isChosen = chosen === undefined || chosen === race.name
  test.runIf(isChosen)(race.testName, { timeout: 30_000 * (trials + 1) }, async () => {
    expect(await runRace(race, track, trials)).toEqual([])
  })
}
