import type { Config } from '#server/kernel/config/config.ts'
import type { Store } from './store.ts'

/** Opens the store that the settings select. */
export async function openStore({ storage }: Pick<Config, 'storage'>): Promise<Store> {
  if (storage.kind === 'disk') return (await import('./disk.ts')).diskStore(storage.folder)
  return (await import('./s3.ts')).s3Store(storage)
}
