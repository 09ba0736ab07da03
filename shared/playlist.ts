/** The one outside player of the music page: addresses made from an id, never from what was pasted. */

export const PLAYER_ORIGIN = 'https://open.spotify.com'
/** Where the sandbox's player is served, by the shop itself. */
export const MUSIC_SANDBOX = '/sandbox/music'

/**
 * The 22 characters that name a playlist, out of what an owner may paste: the id alone, a share link with or
 * without its language part and query, an embed link, or `spotify:playlist:…`. Null for anything else.
 */
export function playlistId(pasted: string | null): string | null {
  const found =
    /^(?:https:\/\/open\.spotify\.com\/(?:intl-[a-z]{2}\/)?(?:embed\/)?playlist\/|spotify:playlist:)?([A-Za-z0-9]{22})(?:[/?#].*)?$/.exec(
      pasted?.trim() ?? '',
    )
  return found?.[1] ?? null
}

/** What the frame on the page loads. */
export function playerUrl(id: string, base: string = PLAYER_ORIGIN): string {
  return `${base}/embed/playlist/${id}?utm_source=generator`
}

/** Where the playlist can be opened without us. */
export function playlistUrl(id: string): string {
  return `${PLAYER_ORIGIN}/playlist/${id}`
}
