/** Runs the campaigns against limits; returns lines of the result table. */
import { makePlace } from '../places.ts'
import type { Database, Result } from '../table.ts'
import { guessOnce } from './guesses.ts'
import { hoardOnce } from './hoarding.ts'
import { openInstances, type Instances } from './instances.ts'
import { floodOnce, wrongMails } from './mails.ts'
import { signedInOwner } from './accounts.ts'

type Plan = { database: Database; count: number; postgres: string | null }

type Attack = (
  shop: Instances,
  trials: number,
) => Promise<{
  violations: string[]
  /** Checks after all instances have ended. */
  after?: () => Promise<string[]>
}>

const guesses: Attack = async (shop, trials) => {
  const violations: string[] = []
  for (let trial = 0; trial < trials; trial++) violations.push(...(await guessOnce(shop)))
  return { violations }
}

const hoarding: Attack = async (shop, trials) => {
  const violations: string[] = []
  const owner = await signedInOwner(shop)
  for (let trial = 0; trial < trials; trial++) violations.push(...(await hoardOnce(shop, owner)))
  return { violations }
}

const mails: Attack = async (shop, trials) => {
  const violations: string[] = []
  const victims: string[] = []
  const owner = await signedInOwner(shop)
  for (let trial = 0; trial < trials; trial++) {
    const { victim, wrong } = await floodOnce(shop, owner)
    victims.push(victim)
    violations.push(...wrong)
  }
  return { violations, after: () => wrongMails(shop.place, victims) }
}

const ATTACKS: Record<string, Attack> = {
  'guessing at all instances': guesses,
  'hoarding at all instances': hoarding,
  'mail flood at all instances': mails,
}

/** Runs each attack `count` times: on three instances with PostgreSQL, on one with SQLite. */
export async function limitResults({ database, count, postgres }: Plan): Promise<Result[]> {
  const results: Result[] = []
  for (const [campaign, attack] of Object.entries(ATTACKS)) {
    const place = await makePlace(postgres)
    const start = performance.now()
    try {
      const found = await attackAndClose(await openInstances(place), attack, count)
      const violations = [...found.violations, ...((await found.after?.()) ?? [])]
      const seconds = (performance.now() - start) / 1000
      const note = { note: found.processes === 1 ? 'one process' : `${found.processes} processes at once` }
      results.push({ campaign, database, trials: count, violations, seconds, ...note })
    } finally {
      await place.remove()
    }
  }
  return results
}

async function attackAndClose(shop: Instances, attack: Attack, count: number) {
  try {
    return { ...(await attack(shop, count)), processes: shop.running.length }
  } finally {
    await shop.close()
  }
}
