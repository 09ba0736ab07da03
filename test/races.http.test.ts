// Slow, not in `npm run check`: many purchases at once.
/** A short run of the races; `npm run torture -- races` runs each of them twenty times. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACES, openTrack, runRace } from './torture/races/races.ts'
import type { RaceTrack } from './torture/races/race.ts'

const trials = Number(process.env.RACE_TRIALS ?? 1)
const chosen = process.env.RACE
const beginning = process.env.RACES_ONLY ?? ''

let track: RaceTrack
beforeAll(async () => {
  track = await openTrack()
})
afterAll(() => track.close())

for (const race of RACES) {
  const isChosen = (chosen === undefined || chosen === race.name) && race.name.startsWith(beginning)
  test.runIf(isChosen)(race.testName, { timeout: 60_000 * (trials + 1) }, async () => {
    expect(await runRace(race, track, trials)).toEqual([])
  })
}
