/**
 * Search sessions of Mapbox. A session is billed as one as long as it has at most 30 suggestions and lasts at most 3 minutes
 * (https://docs.mapbox.com/mapbox-search-js/guides/pricing/). After that, the next request begins a new one.
 */
import { newKey } from '../../api/new-key.ts'

export type SearchSession = {
  /** The token that the requests of a session have in common. */
  token: string
  /** Milliseconds since the epoch. */
  since: number
  suggestions: number
}

const MOST_SUGGESTIONS = 30
const LASTS = 3 * 60_000

/** The session of the next request for suggestions, which is counted. @param now milliseconds since the epoch */
export function nextSuggestion(session: SearchSession | null, now: number): SearchSession {
  const isOver = !session || session.suggestions >= MOST_SUGGESTIONS || now - session.since >= LASTS
  const current = isOver ? { token: newKey(), since: now, suggestions: 0 } : session
  return { ...current, suggestions: current.suggestions + 1 }
}
