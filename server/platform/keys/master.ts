/**
 * The master key, which encrypts the data keys (ring.ts): SECRETS_KEY of the environment, or else the file `secrets.key` in the
 * data folder. Several instances with a bucket share no folder, so they need SECRETS_KEY.
 */
import { createHash, hkdfSync } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '#server/kernel/config/config.ts'
import { ensureKey, readKey } from './key-file.ts'

export type Master = { id: string; key: Buffer }

type Settings = Pick<Config, 'secretsKey' | 'secretsKeyOld' | 'storage' | 'databaseUrl' | 'dataDir'>

/** Where the master key comes from; `none` if it has to be in the environment and is not. */
export type MasterSource = 'environment' | 'file' | 'none'

export function masterSource({ secretsKey, storage, databaseUrl }: Settings): MasterSource {
  if (secretsKey !== null) return 'environment'
  return databaseUrl === null || storage.kind === 'disk' ? 'file' : 'none'
}

/**
 * The current master key; null if there is none.
 * @param create whether to make the file if there is none
 */
export async function currentMaster(settings: Settings, create: boolean): Promise<Master | null> {
  const source = masterSource(settings)
  if (source === 'environment') return masterOf(settings.secretsKey!)
  if (source === 'none') return null
  const path = join(settings.dataDir, 'secrets.key')
  const secret = create ? await ensureKey(path) : await readKey(path)
  return secret === null ? null : masterOf(secret)
}

/** The key that was the master key before, during a change of it. */
export function formerMaster({ secretsKeyOld }: Settings): Master | null {
  return secretsKeyOld === null ? null : masterOf(secretsKeyOld)
}

function masterOf(secret: string): Master {
  const key = Buffer.from(hkdfSync('sha256', secret.trim(), '', 'master key of the data keys', 32))
  return { id: createHash('sha256').update('id of ').update(key).digest('base64url').slice(0, 12), key }
}
