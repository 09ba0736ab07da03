/** The text of the search box and its suggestions, requested after a pause. A newer request aborts the older one. */
import { useEffect, useRef, useState } from 'react'
import { MIN_CHARACTERS, maps, type MapSuggestion } from '#shared/checkout/api/maps.ts'
import { call } from '#app/platform/api/call.ts'
import { proximityOf, type View } from './view.ts'
import { newKey } from '#app/platform/api/send-once.ts'

/** Milliseconds without a keystroke before suggestions are requested. */
const PAUSE = 300

export type Answer =
  | { state: 'idle' }
  /** The text has fewer than two characters. The box asks for more. */
  | { state: 'short' }
  | { state: 'found'; suggestions: MapSuggestion[] }
  /** The request failed. No suggestions are shown. */
  | { state: 'failed' }

/** @param view the area whose suggestions come first; null for no preference */
export function useSuggestions(view: View | null) {
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<Answer>({ state: 'idle' })
  const session = useRef<SearchSession | null>(null)
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; stop: AbortController } | null>(null)

  const stop = () => {
    clearTimeout(pending.current?.timer)
    pending.current?.stop.abort()
    pending.current = null
  }
  useEffect(
    () => () => {
      clearTimeout(pending.current?.timer)
      pending.current?.stop.abort()
    },
    [],
  )

  const request = async (search: string, signal: AbortSignal) => {
    session.current = nextSuggestion(session.current, Date.now())
    const near = proximityOf(view)
    const query = {
      text: search,
      session: session.current.token,
      language: navigator.language,
      ...near,
    }
    try {
      const { suggestions } = await call(maps.suggest, { query }, { signal })
      if (!signal.aborted) setAnswer({ state: 'found', suggestions })
    } catch {
      if (!signal.aborted) setAnswer({ state: 'failed' })
    }
  }

  const type = (typed: string) => {
    setText(typed)
    stop()
    const search = typed.trim()
    if (search.length < MIN_CHARACTERS) return setAnswer({ state: 'short' })
    // Two characters are enough to remove the hint, but only three or more start a request (test/SPEC.md, Address
    // widget).
    if (search.length === MIN_CHARACTERS) return setAnswer({ state: 'idle' })
    const controller = new AbortController()
    const timer = setTimeout(() => void request(search, controller.signal), PAUSE)
    pending.current = { timer, stop: controller }
  }

  /**
   * Loads the address of a suggestion and ends the search session. Mapbox bills a session's suggestions and this
   * request together.
   */
  const retrieve = async ({ id }: MapSuggestion) => {
    stop()
    setAnswer({ state: 'idle' })
    const { token } = session.current ?? nextSuggestion(null, Date.now())
    const found = await call(maps.retrieve, { query: { id, session: token } })
    session.current = null
    return found
  }

  const close = () => {
    stop()
    setAnswer({ state: 'idle' })
  }

  return { text, answer, type, retrieve, close }
}

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
