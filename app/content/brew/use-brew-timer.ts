/** The timer of a brew guide. It counts from the clock, because browsers slow the timers of hidden pages. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { localText } from '#app/platform/session/local-text.ts'

const SECOND = 1000
/** Often enough for a clock with seconds. */
const TICK = 200
/** A brew that ended longer ago is over: its page starts at 0:00. */
const KEPT = 600

/** A started brew, kept for a reload: `before` is what was counted in milliseconds before `since`, null while paused. */
type Brew = { slug: string; before: number; since: number | null }

const kept = localText('brew-timer')

export type BrewTimer = {
  state: 'ready' | 'running' | 'paused' | 'done'
  /** Seconds since the start, at most `end`. */
  at: number
  start: () => void
  pause: () => void
  reset: () => void
}

/** @param end the seconds after which the brew is done */
export function useBrewTimer(slug: string, end: number): BrewTimer {
  const text = useSyncExternalStore(kept.subscribe, kept.read, () => null)
  const [now, setNow] = useState(0)
  const brew = brewOf(text, slug)
  const passed = brew ? brew.before + (brew.since === null ? 0 : Math.max(now - brew.since, 0)) : 0
  const isOver = passed / SECOND > end + KEPT
  const isRunning = brew !== null && brew.since !== null && passed / SECOND < end
  useEffect(() => {
    if (brew === null) return
    const tick = () => setNow(Date.now())
    tick()
    if (!isRunning) return
    const timer = setInterval(tick, TICK)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
    // `brew` is a new object for each text.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text, isRunning])
  const write = (next: Brew | null) => {
    setNow(Date.now())
    kept.write(next && JSON.stringify(next))
  }
  const actions = {
    start: () => write({ slug, before: isOver ? 0 : passed, since: Date.now() }),
    pause: () => write({ slug, before: passed, since: null }),
    reset: () => write(null),
  }
  // Until the first tick after a reload, the time is not known.
  if (brew === null || isOver || (brew.since !== null && now === 0))
    return { state: 'ready', at: 0, ...actions }
  const at = Math.min(passed / SECOND, end)
  if (at >= end) return { state: 'done', at, ...actions }
  return { state: isRunning ? 'running' : 'paused', at, ...actions }
}

/** The kept brew of this guide. Null for that of another one, and for a text that something else has written. */
function brewOf(text: string | null, slug: string): Brew | null {
  try {
    const brew = JSON.parse(text ?? 'null') as Partial<Brew> | null
    const isBrew = typeof brew?.before === 'number' && (brew.since === null || typeof brew.since === 'number')
    return isBrew && brew.slug === slug ? (brew as Brew) : null
  } catch {
    return null
  }
}

/** Keeps the screen on while `isOn`. Browsers release the lock when the page is hidden, so it is requested again on return. */
export function useScreenOn(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isGone = false
    const request = () => {
      if (document.visibilityState !== 'visible') return
      navigator.wakeLock.request('screen').then(
        (got) => {
          lock = got
          return isGone ? got.release() : undefined
        },
        // Refused, as with a low battery: the timer works without it.
        () => {},
      )
    }
    request()
    document.addEventListener('visibilitychange', request)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', request)
      void lock?.release()
    }
  }, [isOn])
}
