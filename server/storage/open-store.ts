import type { Config } from '../config/config.ts'
import type { Store } from './store.ts'

/** The store that the environment names. */
export async function openStore({ storage }: Pick<Config, 'storage'>): Promise<Store> {
  if (storage.kind === 'disk') return (await import('./disk.ts')).diskStore(storage.folder)
  return (await import('./s3.ts')).s3Store(storage)
}
