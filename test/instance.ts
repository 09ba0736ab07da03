/** A second instance of a test's shop, on the same database, with the built site. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { vi } from 'vitest'
import { buildApp, type Built } from '#server/app.ts'
import type { Mark } from '#server/platform/cache/recent-changes.ts'
import { connectDatabase } from '#server/kernel/db/connect.ts'
import type { Config } from '#server/kernel/config/config.ts'
import { openStore } from '#server/platform/storage/open-store.ts'
import { noPictures, type TestShop } from './shop.ts'
import { ensureBuilt } from './torture/running-shop.ts'
import { sendRequest, listen } from './wire.ts'

const SITE = join(import.meta.dirname, '../build/site/server/index.js')

type Instance = Built & {
  /** GET over HTTP. */
  read: (path: string, headers?: Record<string, string>) => ReturnType<typeof sendRequest>
  /** Runs `change`, which another instance makes; resolves when this instance has received the message about it. */
  hears: (change: () => Promise<unknown>) => Promise<void>
  close: () => Promise<void>
}

/**
 * Starts the instance. Resolves when it can receive the messages of other instances.
 * @param databaseUrl the URL of the shop's database, for example through a proxy that can be cut
 * @param maxAge milliseconds after which its cached responses expire; by default as in production
 * @param settings settings in which the instance differs
 */
export async function openInstance(
  shop: TestShop,
  databaseUrl: string,
  { maxAge, ...settings }: Partial<Config> & { maxAge?: number } = {},
): Promise<Instance> {
  ensureBuilt()
  const { config, clock } = shop.shop
  const database = await connectDatabase({ ...config, databaseUrl }, () => {})
  const built = await buildApp({
    db: database.db,
    providers: shop.shop.providers,
    connector: shop.shop.connections.connector,
    config: { ...config, databaseUrl, ...settings },
    clock,
    pictures: noPictures,
    store: await openStore(config),
    ...(maxAge === undefined ? {} : { maxAge }),
    pages: {
      build: () => import(/* @vite-ignore */ pathToFileURL(SITE).href) as Promise<ServerBuild>,
      assets: null,
      files: null,
      mode: 'production',
    },
  })
  const port = await listen(built)
  const { cache } = built
  const untilChanged = (since: Mark) => vi.waitUntil(() => !cache.isCurrent(since), { timeout: 20_000 })
  // When messages begin to arrive, all caches are emptied once.
  await untilChanged({ changes: 0, at: 0 })
  return {
    ...built,
    read: (path, headers = {}) => sendRequest(port, path, { headers }),
    hears: async (change) => {
      const before = cache.mark()
      await change()
      await untilChanged(before)
    },
    close: async () => {
      await built.app.close()
      await database.close()
    },
  }
}
