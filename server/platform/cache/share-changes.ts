/** Opens the caches of a process, and updates them after changes by other instances. */
import type { FastifyInstance } from 'fastify'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChangeChannel, InstanceSignal } from './change-channel.ts'
import { SECOND } from '#server/kernel/time/clock.ts'
import type { Config } from '#server/kernel/config/config.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { createValueCache } from './value-cache.ts'
import { createResponseCache } from './response-cache.ts'
import { createLastGood } from './last-good.ts'
import type { Change } from '../shop.ts'

/** Maximum age of a response if another instance has changed its data and the message was lost, in milliseconds. */
const MAX_AGE = 5 * SECOND
/**
 * The number of copies that are read again after a gap in the messages. The other copies are read again with their next
 * request.
 */
const MAX_REREAD = 500

/** @param maxAge milliseconds after which a response expires if other instances may change its data */
export function openCaches({ databaseUrl }: Pick<Config, 'databaseUrl'>, maxAge: number = MAX_AGE) {
  let channel: ChangeChannel | null = null
  const lastGood = createLastGood(() => channel?.isSilent() ?? false)
  const oldest = databaseUrl ? maxAge : Infinity
  const cache = createResponseCache({ maxAge: oldest, lastGood })

  return {
    cache,
    lastGood,

    /** The cache for values that are computed from this database. */
    cacheValuesOf: (db: Db) => createValueCache(cache, db, oldest),

    /** Removes responses that show a change, here and at the other instances. */
    changed(change: Change): void {
      cache.changed(change)
      channel?.send(change)
    },

    /** Sends a signal to the other instances; without a connection, their jobs run at their own times. */
    sendSignal: (name: InstanceSignal): void => channel?.sendSignal(name),

    /** Removes every response, here only. */
    clear(): void {
      cache.clear()
      lastGood.clear()
    },

    /**
     * Receives changes and signals from the other instances until the app is closed; on SQLite there are none.
     * @param onSignal called with every signal of another instance
     */
    async listen(app: FastifyInstance, db: Db, onSignal: (name: InstanceSignal) => void): Promise<void> {
      if (databaseUrl === null) return
      const { openChangeChannel } = await import('./change-channel.ts')
      const onGap = () => {
        onSignal('connections')
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
        onSignal,
        onGap,
      })
      channel = opened
      app.addHook('onClose', () => opened.close())
    },
  }
}

/** Reads the copies one after another, so that requests of visitors are not delayed. */
async function readAgain(app: FastifyInstance, urls: string[]): Promise<void> {
  for (const url of urls) {
    await app.inject({ method: 'GET', url })
    await nextTurn()
  }
}
