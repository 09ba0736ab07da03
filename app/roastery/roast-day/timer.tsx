import { useEffect, useState, useSyncExternalStore } from 'react'
import { localText } from '#app/platform/session/local-text.ts'
import { parseObject } from '#app/platform/session/stored-json.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { announce } from '#app/platform/ui/live-region.tsx'
import styles from './roast-day.module.css'
import { timeText } from './roast-check.ts'

/** The timer of a roast. Its start is in local storage, so it continues after a reload. */
export function Timer({
  batch,
  timer,
  onStop,
}: {
  batch: { code: string }
  timer: ReturnType<typeof useTimer>
  onStop: (seconds: number) => void
}) {
  const { seconds } = timer
  if (seconds === null)
    return (
      <div className="row-2 align-middle">
        <Button look="line" aria-label={`Start the timer of batch ${batch.code}`} onClick={timer.start}>
          Start the timer
        </Button>
      </div>
    )
  return (
    <div className="row-2 align-middle">
      <span className={styles.clock} role="timer" aria-label={`Roast time of batch ${batch.code}`}>
        {timeText(seconds)}
      </span>
      <Button
        aria-label={`Stop the timer of batch ${batch.code}`}
        onClick={() => {
          onStop(seconds)
          timer.clear()
          announce(`The timer stopped at ${timeText(seconds)}`)
        }}
      >
        Stop
      </Button>
    </div>
  )
}

/** The seconds since the start, updated every second; null if the timer does not run. */
export function useTimer(batchId: string) {
  const [stored] = useState(() => localText(`roast-timer:${batchId}`))
  const text = useSyncExternalStore(stored.subscribe, stored.read, () => null)
  const [now, setNow] = useState(() => Date.now())
  const startedAt = parseObject(text)?.['startedAt']
  const isRunning = typeof startedAt === 'number'
  useEffect(() => {
    if (!isRunning) return
    const ticking = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(ticking)
  }, [isRunning])
  return {
    seconds: isRunning ? Math.max(Math.floor((now - startedAt) / 1000), 0) : null,
    start: () => {
      stored.write(JSON.stringify({ startedAt: Date.now() }))
      announce('The timer runs')
    },
    clear: () => stored.write(null),
  }
}
