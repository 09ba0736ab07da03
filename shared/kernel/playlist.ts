/** The player of the music service. Its URLs are built only from the playlist's id, never from pasted text. */

export const PLAYER_ORIGIN = 'https://open.spotify.com'
/** The path of the sandbox's player on the shop's own origin. */
export const MUSIC_SANDBOX = '/sandbox/music'

/**
 * The 22 characters of a playlist's id, from a pasted text: the id alone, a share link with or without its language
 * part and query, an embed link, or `spotify:playlist:…`. Null for anything else.
 */
export function playlistId(pasted: string | null): string | null {
  const found =
    /^(?:https:\/\/open\.spotify\.com\/(?:intl-[a-z]{2}\/)?(?:embed\/)?playlist\/|spotify:playlist:)?([A-Za-z0-9]{22})(?:[/?#].*)?$/.exec(
      pasted?.trim() ?? '',
    )
  return found?.[1] ?? null
}

/** The URL of the iframe on the page. */
export function playerUrl(id: string, base: string = PLAYER_ORIGIN): string {
  return `${base}/embed/playlist/${id}?utm_source=generator`
}

/** The URL of the playlist at the service. */
export function playlistUrl(id: string): string {
  return `${PLAYER_ORIGIN}/playlist/${id}`
}
