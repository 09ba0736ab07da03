import type { Grown } from '#shared/catalog/api/products.ts'
import { Framed } from '#app/platform/ui/framed.tsx'
import belt from './coffee-belt.svg'
import { Fact } from './recipe-facts.tsx'
import label from './label.module.css'
import styles from './origin.module.css'

/** Where a coffee grows: a drawn map and the facts of its green coffee. Renders nothing if nothing is known. */
export function Origin({ of: grown }: { of: Grown[] }) {
  const places = grown.flatMap((part) => part.places)
  if (grown.every((part) => factsOf(part).length === 0)) return null
  return (
    <section className={`grid halves-48 pad-top-4 rule ${styles.origin}`} aria-labelledby="origin">
      <div className="stack-2 packed">
        <h2 id="origin">Where it grows</h2>
        {places.length > 0 ? (
          <BeltMap of={places} name={grown.map(({ origin }) => origin).join('; ')} />
        ) : null}
      </div>
      <dl className={`packed lining break-words ${label.facts} ${styles.facts}`}>
        {grown.length === 1 ? <GrownFacts of={grown[0]!} /> : <Parts of={grown} />}
      </dl>
    </section>
  )
}

/** A row for each fact that is known. */
export function GrownFacts({ of: grown }: { of: Facts }) {
  return factsOf(grown).map(([term, value]) => (
    <Fact key={term} term={term}>
      {value}
    </Fact>
  ))
}

type Facts = Omit<Grown, 'name' | 'places'>

function factsOf({ origin, producer, altitude, variety, process, harvest }: Facts): [string, string][] {
  const facts: [string, string][] = [
    ['Origin', origin],
    ['Producer', producer],
    ['Altitude', altitude],
    ['Variety', variety],
    ['Process', process],
    ['Harvest', harvest],
  ]
  return facts.filter(([, value]) => value !== '')
}

/** A row for each green coffee of a blend: its origin, and below it what else is known. */
function Parts({ of: parts }: { of: Grown[] }) {
  return parts.map((part) => {
    const { name, origin, producer, process, variety, altitude, harvest } = part
    const more = [process, variety, altitude, harvest && `harvest ${harvest}`].filter(Boolean).join(', ')
    return (
      <Fact key={`${name} ${harvest}`} term={origin || name}>
        {producer || (origin ? name : '')}
        {more ? <span className={`soft ${styles.more}`}>{more}</span> : null}
      </Fact>
    )
  })
}

/**
 * The part of the coffee belt with all places, in degrees: `top` is the northern edge. The last one is the whole belt.
 * The land is a file, so that it is no script.
 */
const VIEWS = [
  { left: -26, top: 26, width: 104, height: 52 },
  { left: -124, top: 26, width: 104, height: 52 },
  { left: 62, top: 30, width: 104, height: 52 },
  { left: -170, top: 40, width: 104, height: 52 },
  { left: -124, top: 32, width: 288, height: 64 },
]

/** The distance of a place from the edge of the map, in degrees. */
const EDGE = 4

function BeltMap({ of: places, name }: { of: Grown['places']; name: string }) {
  const { left, top, width, height } =
    VIEWS.find((view) =>
      places.every(
        ({ latitude, longitude }) =>
          longitude > view.left + EDGE &&
          longitude < view.left + view.width - EDGE &&
          latitude < view.top - EDGE &&
          latitude > view.top - view.height + EDGE,
      ),
    ) ?? VIEWS.at(-1)!
  return (
    <Framed className={styles.map}>
      <svg viewBox={`${left} ${-top} ${width} ${height}`} role="img" aria-label={`A map with ${name}`}>
        <use href={`${belt}#land`} className={styles.land} />
        {[TROPIC, 0, -TROPIC].map((latitude) => (
          <path key={latitude} d={`M${left} ${latitude}h${width}`} className={styles.circle} />
        ))}
        {places.map(({ latitude, longitude }) => (
          <circle
            key={`${latitude} ${longitude}`}
            cx={longitude}
            cy={-latitude}
            r={Math.sqrt(width) / 6}
            className={styles.place}
          />
        ))}
      </svg>
    </Framed>
  )
}

/** The latitude of the tropics of Cancer and Capricorn, in degrees. */
const TROPIC = 23.4
