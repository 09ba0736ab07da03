/** What a process keeps of its public answers, and how changes of other instances reach it. */
import type { FastifyInstance } from 'fastify'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChangeChannel } from './change-channel.ts'
import { SECOND } from '../time/clock.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/schema.ts'
import { keepAnswers } from './response-cache.ts'
import { keepLastGood } from './last-good.ts'
import type { Change } from '../shop.ts'

/** How old an answer may be where another instance has written and its message was lost. */
const MAX_AGE = 5 * SECOND
/** So many copies are read anew after a gap; the rest comes with the next request. */
const MOST_REREAD = 500

export function sharedAnswers({ databaseUrl }: Pick<Config, 'databaseUrl'>) {
  let channel: ChangeChannel | null = null
  const lastGood = keepLastGood(() => channel?.isSilent() ?? false)
  const kept = keepAnswers({ maxAge: databaseUrl ? MAX_AGE : Infinity, lastGood })

  return {
    kept,
    lastGood,

    /** Drops what shows a change, here and at the other instances. */
    changed(change: Change): void {
      kept.changed(change)
      channel?.tell(change)
    },

    /** Listens to the other instances until the app is closed; on SQLite there are none. */
    async listen(app: FastifyInstance, db: Db): Promise<void> {
      if (databaseUrl === null) return
      const { openChangeChannel } = await import('./change-channel.ts')
      const onGap = () => {
        kept.clear()
        rereadAll(app, lastGood.clear().slice(0, MOST_REREAD)).catch((error: Error) =>
          app.log.error({ err: error }, 'answers could not be read anew'),
        )
      }
      const opened = openChangeChannel({
        url: databaseUrl,
        db,
        log: app.log,
        onChange: (change) => kept.changed(change),
        onGap,
      })
      channel = opened
      app.addHook('onClose', () => opened.close())
    },
  }
}

/** One after the other, so that visitors do not wait for it. */
async function rereadAll(app: FastifyInstance, urls: string[]): Promise<void> {
  for (const url of urls) {
    await app.inject({ method: 'GET', url })
    await nextTurn()
  }
}
