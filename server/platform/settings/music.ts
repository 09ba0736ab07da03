/**
 * The playlist of the music page. A playlist in the environment takes precedence over the one in the settings. If there
 * is neither, the page has the sandbox player.
 */
import { PLAYER_ORIGIN, playlistId } from '#shared/kernel/playlist.ts'
import type { Config } from '#server/kernel/config/config.ts'
import type { Shop } from '../shop.ts'
import { currentSettings } from './current.ts'
import { BUSINESS } from './groups.ts'

export async function currentMusic(shop: Shop): Promise<Config['music']> {
  const { music } = shop.config
  if (music.mode === 'live') return music
  const id = playlistId((await currentSettings(shop, BUSINESS)).playlist)
  return id === null ? music : { mode: 'live', playlist: id, embedBase: PLAYER_ORIGIN, load: 'page' }
}
