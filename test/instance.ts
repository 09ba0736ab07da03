/** A second instance of a test's shop, on the same database, with the built site. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { buildApp, type Built } from '#server/app.ts'
import { connectDatabase } from '#server/db/connect.ts'
import type { Config } from '#server/config/config.ts'
import { openStore } from '#server/storage/open-store.ts'
import { noPictures, type TestShop } from './shop.ts'
import { ensureBuilt } from './torture/running-shop.ts'
import { sendRequest, listen } from './wire.ts'

const SITE = join(import.meta.dirname, '../build/site/server/index.js')

type Instance = Built & {
  /** GET over HTTP. */
  read: (path: string, headers?: Record<string, string>) => ReturnType<typeof sendRequest>
  close: () => Promise<void>
}

/**
 * @param databaseUrl the URL of the shop's database, for example through a proxy that can be cut
 * @param settings settings in which the instance differs
 */
export async function openInstance(
  shop: TestShop,
  databaseUrl: string,
  settings: Partial<Config> = {},
): Promise<Instance> {
  ensureBuilt()
  const { config, clock } = shop.shop
  const database = await connectDatabase({ ...config, databaseUrl }, () => {})
  const built = await buildApp({
    db: database.db,
    providers: shop.shop.providers,
    config: { ...config, databaseUrl, ...settings },
    clock,
    pictures: noPictures,
    store: await openStore(config),
    pages: {
      build: () => import(/* @vite-ignore */ pathToFileURL(SITE).href) as Promise<ServerBuild>,
      assets: null,
      files: null,
      mode: 'production',
    },
  })
  const port = await listen(built)
  return {
    ...built,
    read: (path, headers = {}) => sendRequest(port, path, { headers }),
    close: async () => {
      await built.app.close()
      await database.close()
    },
  }
}
