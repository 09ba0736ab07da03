/** Five rows of the letters FRAME, with one letter underlined in each. Scrolling moves the rows left and right. */
import { useEffect, useRef, type RefObject } from 'react'
import { brand } from '#shared/kernel/brand.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import styles from './banner.module.css'

const LETTERS = brand.mark.split('')

export function Banner({ phrases }: { phrases: readonly string[] }) {
  const banner = useScrollShift()
  const { roasters, place } = useBusiness()
  return (
    <section ref={banner} className={styles.banner} aria-labelledby="shop-name">
      <h1 id="shop-name" className="visually-hidden">
        {roasters}, specialty coffee in {place.city}, {place.state}
      </h1>
      <ul className="grid">
        {phrases.map((phrase, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the row of a letter
          <Row key={index} phrase={phrase} index={index} />
        ))}
      </ul>
    </section>
  )
}

function Row({ phrase, index }: { phrase: string; index: number }) {
  return (
    <li className={styles.row}>
      <div className={styles.slide} data-leans={index < 3 ? 'left' : 'right'}>
        <Letters className={styles.before} />
        <Letters picked={index} phrase={phrase} />
        <Letters className={styles.after} />
      </div>
    </li>
  )
}

/**
 * The row's letters. The same letters are repeated left and right of the row, outside the window until the row moves.
 */
function Letters({
  picked,
  phrase,
  className = '',
}: {
  picked?: number
  phrase?: string
  className?: string
}) {
  return (
    <div className={`${styles.letters} ${className}`}>
      {LETTERS.map((letter, index) => (
        <div key={letter} className={styles.letter} data-picked={index === picked || undefined}>
          <span aria-hidden="true">{letter}</span>
          {index === picked ? <span className={styles.phrase}>{phrase}</span> : null}
        </div>
      ))}
    </div>
  )
}

/** Milliseconds between two updates (test/SPEC.md, Home). */
const THROTTLE = 100

/** For browsers without scroll-driven animations: sets `--scrolled`, from 0 to 1. */
function useScrollShift(): RefObject<HTMLElement | null> {
  const banner = useRef<HTMLElement>(null)
  useEffect(() => {
    const isSupported = CSS.supports('animation-timeline: scroll()')
    if (isSupported || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      timer = undefined
      const height = banner.current?.offsetHeight ?? 1
      banner.current?.style.setProperty('--scrolled', String(Math.min(scrollY / height, 1)))
    }
    const onScroll = () => {
      timer ??= setTimeout(update, THROTTLE)
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      removeEventListener('scroll', onScroll)
      clearTimeout(timer)
    }
  }, [])
  return banner
}
