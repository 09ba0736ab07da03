/** What is typed, and what the map suggests to it: asked after a pause, and never answered by an older question. */
import { useEffect, useRef, useState } from 'react'
import { MIN_CHARACTERS, maps, type MapSuggestion } from '#shared/api/maps.ts'
import { call } from '../../api/call.ts'
import { proximityOf, type View } from './view.ts'

const PAUSE = 300

export type Answer =
  | { state: 'idle' }
  /** Fewer than two characters: asks for two or more (spec section 8). */
  | { state: 'short' }
  | { state: 'found'; suggestions: MapSuggestion[] }
  /** Spec section 8: results are hidden. */
  | { state: 'failed' }

export function useSuggestions(view: View | null) {
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<Answer>({ state: 'idle' })
  const session = useRef('')
  const asking = useRef<{ timer: ReturnType<typeof setTimeout>; stop: AbortController } | null>(null)

  const stop = () => {
    clearTimeout(asking.current?.timer)
    asking.current?.stop.abort()
    asking.current = null
  }
  useEffect(
    () => () => {
      clearTimeout(asking.current?.timer)
      asking.current?.stop.abort()
    },
    [],
  )

  const ask = async (words: string, signal: AbortSignal) => {
    session.current ||= crypto.randomUUID()
    const near = proximityOf(view)
    const query = {
      text: words,
      session: session.current,
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
    const words = typed.trim()
    if (words.length < MIN_CHARACTERS) return setAnswer({ state: 'short' })
    // Spec section 5: the call is skipped for two or fewer.
    if (words.length === MIN_CHARACTERS) return setAnswer({ state: 'idle' })
    const controller = new AbortController()
    const timer = setTimeout(() => void ask(words, controller.signal), PAUSE)
    asking.current = { timer, stop: controller }
  }

  /** The address of a suggestion; ends the session, as the map's bill has it. */
  const retrieve = async ({ id }: MapSuggestion) => {
    stop()
    setAnswer({ state: 'idle' })
    const found = await call(maps.retrieve, { query: { id, session: session.current } })
    session.current = ''
    return found
  }

  const close = () => {
    stop()
    setAnswer({ state: 'idle' })
  }

  return { text, answer, type, retrieve, close }
}
