import { useEffect, useRef, useState } from 'react'
import { clockOf, stepTitle, type BrewRecipe, type BrewStep } from '#shared/content/brew-recipe.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { announce } from '#app/platform/ui/live-region.tsx'
import { beep } from './beep.ts'
import styles from './brew.module.css'
import { PourShape } from './pour-shape.tsx'
import { useScreenOn, type BrewTimer } from './use-brew-timer.ts'

/** The screen may go dark in a longer step. */
const LONGEST_LIT = 900

type Props = { recipe: BrewRecipe; timer: BrewTimer; place: number }

/** The index of the step at a time. A gap belongs to the step before it. */
export function stepAt(steps: readonly BrewStep[], at: number): number {
  return Math.max(
    steps.findLastIndex(({ start }) => start <= at),
    0,
  )
}

/** The clock of a guide with the current and the next step. The list of steps has all of them, also without JavaScript. */
export function Timer({ recipe, timer, place }: Props) {
  const { steps, isYield } = recipe
  const { state, at } = timer
  const index = stepAt(steps, at)
  const [step, next] = [steps[index]!, steps[index + 1]]
  const [hasSound, setSound] = useState(false)
  useScreenOn(state === 'running' && step.end - step.start <= LONGEST_LIT)
  useStepChanges(recipe, timer, index, hasSound)
  return (
    <section className={`box mat screen-only ${styles.timer}`} aria-labelledby="timer">
      <h2 id="timer" className="visually-hidden">
        Timer
      </h2>
      <PourShape of={recipe} at={state === 'ready' ? undefined : at} place={place} isWide />
      <div className={`stack-2 packed ${styles.clock}`}>
        <p role="timer" className={`figures ${styles.time}`}>
          {timeOf(Math.floor(at))}
        </p>
        <div className={styles.now}>
          <p className={styles.step}>{state === 'done' ? 'Done' : stepTitle(step, isYield)}</p>
          <p>{state === 'done' ? 'Enjoy it.' : step.text}</p>
        </div>
        <p className={`soft lining ${styles.next}`}>
          {next && state !== 'done'
            ? `Next in ${timeOf(Math.max(Math.ceil(next.start - at), 0))}: ${stepTitle(next, isYield)}`
            : '\u00a0'}
        </p>
        <div className={`cluster ${styles.controls}`}>
          <Controls timer={timer} />
          <CheckField
            label="Sound at each step"
            checked={hasSound}
            onChange={({ target }) => {
              setSound(target.checked)
              // A browser allows later sounds only after one that a press has caused.
              if (target.checked) beep()
            }}
          />
        </div>
      </div>
    </section>
  )
}

function Controls({ timer: { state, start, pause, reset } }: { timer: BrewTimer }) {
  return (
    <>
      {/* One button, so that the focus stays on it. */}
      <Button
        className={styles.main}
        onClick={state === 'running' ? pause : state === 'done' ? reset : start}
      >
        {MAIN[state]}
      </Button>
      {state === 'running' || state === 'paused' ? (
        <Button
          look="quiet"
          onClick={({ currentTarget }) => {
            // The pressed button disappears.
            currentTarget.parentElement?.querySelector('button')?.focus()
            reset()
          }}
        >
          Start over
        </Button>
      ) : null}
    </>
  )
}

const MAIN = { ready: 'Start', running: 'Pause', paused: 'Continue', done: 'Start over' }

/** Announces each new step politely, and the end, once; with sound if it is on. */
function useStepChanges(
  { steps, isYield }: BrewRecipe,
  { state }: BrewTimer,
  index: number,
  hasSound: boolean,
): void {
  const key = state === 'done' ? 'done' : state === 'ready' ? '' : String(index)
  const last = useRef(key)
  useEffect(() => {
    if (last.current === key) return
    // After a reload, the page does not speak at once.
    last.current = key
    if (key === '') return
    const step = steps[index]!
    announce(key === 'done' ? 'Done. Enjoy it.' : `${stepTitle(step, isYield)}. ${step.text}`)
    if (hasSound) beep(key === 'done')
  }, [key, steps, index, isYield, hasSound])
}

/** '0:45', '1:02:03', also for whole hours. */
function timeOf(seconds: number): string {
  const text = clockOf(seconds)
  return text.endsWith('h') ? `${text.replace(' h', '')}:00:00` : text
}
