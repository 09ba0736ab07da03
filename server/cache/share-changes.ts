/** The caches of a process, and how changes by other instances update them. */
import type { FastifyInstance } from 'fastify'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChangeChannel } from './change-channel.ts'
import { SECOND } from '../time/clock.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/schema.ts'
import { createResponseCache } from './response-cache.ts'
import { createLastGood } from './last-good.ts'
import type { Change } from '../shop.ts'

/** Maximum age of a response if another instance has changed its data and the message was lost, in milliseconds. */
const MAX_AGE = 5 * SECOND
/** How many copies are read again after a gap in the messages; others are read with the next request. */
const MAX_REREAD = 500

/** @param maxAge milliseconds after which a response expires if other instances may change its data */
export function openCaches({ databaseUrl }: Pick<Config, 'databaseUrl'>, maxAge: number = MAX_AGE) {
  let channel: ChangeChannel | null = null
  const lastGood = createLastGood(() => channel?.isSilent() ?? false)
  const cache = createResponseCache({ maxAge: databaseUrl ? maxAge : Infinity, lastGood })

  return {
    cache,
    lastGood,

    /** Removes responses that show a change, here and at the other instances. */
    changed(change: Change): void {
      cache.changed(change)
      channel?.send(change)
    },

    /** Receives changes from the other instances until the app is closed; on SQLite there are none. */
    async listen(app: FastifyInstance, db: Db): Promise<void> {
      if (databaseUrl === null) return
      const { openChangeChannel } = await import('./change-channel.ts')
      const onGap = () => {
        cache.clear()
        readAgain(app, lastGood.clear().slice(0, MAX_REREAD)).catch((error: Error) =>
          app.log.error({ err: error }, 'responses could not be read again'),
        )
      }
      const opened = openChangeChannel({
        url: databaseUrl,
        db,
        log: app.log,
        onChange: (change) => cache.changed(change),
        onGap,
      })
      channel = opened
      app.addHook('onClose', () => opened.close())
    },
  }
}

/** Sequential, so that requests of visitors are not delayed. */
async function readAgain(app: FastifyInstance, urls: string[]): Promise<void> {
  for (const url of urls) {
    await app.inject({ method: 'GET', url })
    await nextTurn()
  }
}
