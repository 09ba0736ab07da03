/** The shape of a recipe: the grams in the brewer over the time, as flat as the labels of the bags. */
import type { CSSProperties } from 'react'
import type { BrewRecipe } from '#shared/content/brew-recipe.ts'
import styles from './brew.module.css'

type Shaped = Pick<BrewRecipe, 'steps' | 'water'>

const HEIGHT = 100
/** What the water takes of the height, and what a press leaves of the water. */
const FULL = 0.8
const PRESSED = 0.35
const DOT = 7

type Props = {
  of: Shaped
  /** The guide's place in the list, which chooses the color. */
  place: number
  /** Twice as wide, for the timer. */
  isWide?: boolean
  /** The seconds since the start: only the part before them is colored. Left out: all of it is. */
  at?: number | undefined
}

/** A drawing of a recipe. The list of steps says the same in words, so screen readers skip it. */
export function PourShape({ of, place, isWide = false, at }: Props) {
  const width = isWide ? 300 : 150
  const parts = partsOf(of, width)
  const points = pointsOf(of, parts, width)
  const done = at === undefined ? width : xAt(parts, at)
  const style = { '--shape': SHAPE_COLORS[place % SHAPE_COLORS.length] } as CSSProperties
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true" className={styles.shape} style={style}>
      {at === undefined ? null : <polygon points={points} className={styles.rest} />}
      <polygon
        points={points}
        className={styles.poured}
        style={{ clipPath: `inset(0 ${(100 * (width - done)) / width}% 0 0)` }}
      />
      {parts
        .filter(({ step: { kind } }) => kind === 'stir' || kind === 'heat')
        .map(({ step, x, wide }) => (
          <circle key={step.start} cx={x + wide / 2} cy={HEIGHT * 0.6} r={DOT} className={styles.dot} />
        ))}
    </svg>
  )
}

const SHAPE_COLORS = ['var(--ochre)', 'var(--sage)', 'var(--sun)', 'var(--moss)', 'var(--night)']

type Part = { step: BrewRecipe['steps'][number]; x: number; wide: number }

/** Where each step is. A wait of hours would hide the pours, so the width of a step is the root of its time. */
function partsOf({ steps }: Shaped, width: number): Part[] {
  const roots = steps.map(({ start, end }) => Math.sqrt(end - start))
  const total = roots.reduce((sum, root) => sum + root, 0)
  let x = 0
  return steps.map((step, index) => {
    const wide = (roots[index]! * width) / total
    x += wide
    return { step, x: x - wide, wide }
  })
}

function pointsOf({ water }: Shaped, parts: readonly Part[], width: number): string {
  let grams = 0
  const top = parts.map(({ step, x, wide }) => {
    grams = step.kind === 'press' ? grams * PRESSED : (step.grams ?? grams)
    return `${(x + wide).toFixed(1)},${(HEIGHT - (HEIGHT * FULL * grams) / water).toFixed(1)}`
  })
  return [`0,${HEIGHT}`, ...top, `${width},${HEIGHT}`].join(' ')
}

function xAt(parts: readonly Part[], at: number): number {
  return parts.reduce((done, { step: { start, end }, wide }) => {
    const share = Math.min(Math.max((at - start) / (end - start), 0), 1)
    return done + share * wide
  }, 0)
}
