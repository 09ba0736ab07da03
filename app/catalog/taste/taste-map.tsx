import { useId, type CSSProperties } from 'react'
import { Link } from 'react-router'
import type { Coffee } from '#shared/catalog/api/coffees.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { isSoldOut, roastText } from '#app/catalog/compare/traits.ts'
import { accentColor } from '#app/catalog/shop/product-card.tsx'
import { isNameRight, placeOf, type Band, type Side, type Spot } from './positions.ts'
import styles from './taste.module.css'

/** Heights in rem: the name of a band, a lane, and the space below. */
const [NAME, LANE, BELOW] = [1.75, 2.75, 0.5]
/** From the mark to its name, in rem. */
const GAP = 1.2

/** The map. Below the names' smallest width, marks have only their letters. All lengths are in rem, so it grows with the text. */
export function TasteMap({ bands }: { bands: readonly Band<Coffee>[] }) {
  const id = useId()
  const tops = bands.map((_, index) =>
    bands.slice(0, index).reduce((sum, { lanes }) => sum + heightOf(lanes), 0),
  )
  const height = bands.reduce((sum, { lanes }) => sum + heightOf(lanes), 0)
  return (
    <figure className={`stack-1 ${styles.figure}`}>
      <Legend />
      <p className="flex gap-2 apart caps soft" aria-hidden="true">
        <span>← Fruit and flowers</span>
        <span className="text-right">Chocolate and nuts →</span>
      </p>
      <svg
        className={`full-width mat ${styles.map}`}
        style={{ height: `${height}rem` }}
        role="group"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-about`}
      >
        <title id={`${id}-title`}>Map of taste</title>
        <desc id={`${id}-about`}>
          Fruit and flowers at the left, chocolate and nuts at the right, light roasts at the top, dark roasts
          at the bottom. The table has the same coffees.
        </desc>
        {[0, 0.5, 1].map((x) => (
          <line key={x} className={styles.grid} x1={at(x)} x2={at(x)} y1="0" y2="100%" />
        ))}
        {bands.map(({ level, spots }, index) => (
          <g key={level}>
            {index > 0 ? (
              <line
                className={styles.rule}
                x1="0"
                x2="100%"
                y1={`${tops[index]}rem`}
                y2={`${tops[index]}rem`}
              />
            ) : null}
            <text className={styles.level} x="0.75rem" y={`${tops[index]! + 1.25}rem`}>
              {roastText({ roastingLevel: level })}
            </text>
            {spots.map((spot) => (
              <Mark key={spot.letter} spot={spot} y={tops[index]! + NAME + (spot.lane + 0.5) * LANE} />
            ))}
          </g>
        ))}
      </svg>
    </figure>
  )
}

const heightOf = (lanes: number) => NAME + lanes * LANE + BELOW

const at = (x: number) => `${placeOf(x) * 100}%`

function Mark({ spot: { coffee, letter, name, side, x }, y }: { spot: Spot<Coffee>; y: number }) {
  const isSold = isSoldOut(coffee)
  const isRight = isNameRight(x)
  return (
    <Link
      to={productPath(coffee)}
      className={styles.spot}
      aria-label={isSold ? `${coffee.name}, sold out` : coffee.name}
    >
      <svg className={styles.origin} x={at(x)} y={`${y}rem`} aria-hidden="true">
        <circle className={styles.reach} r="1.25rem" />
        <Shape side={side} isSold={isSold} />
        <text className={styles.letter} data-sold={isSold || undefined} textAnchor="middle" dy="0.36em">
          {letter}
        </text>
        <text
          className={styles.name}
          textAnchor={isRight ? 'start' : 'end'}
          x={`${isRight ? GAP : -GAP}rem`}
          dy="0.36em"
        >
          {name}
        </text>
      </svg>
    </Link>
  )
}

/** A circle, a square or a diamond, so that the side is seen without color too. Hollow if the coffee is sold out. */
function Shape({ side, isSold }: { side: Side; isSold: boolean }) {
  const style = { '--color': accentColor(COLORS[side]) } as CSSProperties
  const look = { className: styles.shape, style, 'data-side': side, 'data-sold': isSold || undefined }
  if (side === 'fruit') return <circle {...look} r="0.8rem" />
  return <rect {...look} x="-0.72rem" y="-0.72rem" width="1.44rem" height="1.44rem" />
}

const COLORS = { fruit: 'Berry', between: 'Honey', chocolate: 'Cocoa' } as const

const SIDES: readonly [Side, string][] = [
  ['fruit', 'Fruit and flowers'],
  ['between', 'Caramel, spice or some of both'],
  ['chocolate', 'Chocolate and nuts'],
]

function Legend() {
  return (
    <figcaption>
      <ul className="row-0-2 small">
        {SIDES.map(([side, text]) => (
          <li key={side} className="flex gap-1 align-middle">
            <Sample side={side} isSold={false} />
            {text}
          </li>
        ))}
        <li className="flex gap-1 align-middle">
          <Sample side="fruit" isSold />
          Hollow: sold out
        </li>
      </ul>
    </figcaption>
  )
}

function Sample({ side, isSold }: { side: Side; isSold: boolean }) {
  return (
    <svg className={styles.sample} aria-hidden="true">
      <svg className={styles.origin} x="50%" y="50%">
        <Shape side={side} isSold={isSold} />
      </svg>
    </svg>
  )
}
