/** FRAME five times over, a letter underlined in each; the rows slide sideways, in turn, as the page is scrolled. */
import { useEffect, useRef, type RefObject } from 'react'
import { brand } from '#shared/brand.ts'
import styles from './banner.module.css'

const LETTERS = brand.mark.split('')

export function Banner() {
  const banner = useScrollShift()
  return (
    <section ref={banner} className={styles.banner} aria-labelledby="house">
      <h1 id="house" className="visually-hidden">
        {brand.roasters}, specialty coffee in {brand.place.city}, {brand.place.state}
      </h1>
      <ul className={styles.rows}>
        {brand.phrases.map((phrase, index) => (
          <Row key={phrase} phrase={phrase} index={index} />
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

/** The same five letters stand left and right of the row, out of view until it slides. */
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

/** Spec section 9. */
const THROTTLE = 100

/** For browsers that cannot tie an animation to the scrolling: tells the style sheet how far the page is. */
function useScrollShift(): RefObject<HTMLElement | null> {
  const banner = useRef<HTMLElement>(null)
  useEffect(() => {
    const canDoWithout = CSS.supports('animation-timeline: scroll()')
    if (canDoWithout || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      timer = undefined
      const height = banner.current?.offsetHeight ?? 1
      banner.current?.style.setProperty('--scrolled', String(Math.min(scrollY / height, 1)))
    }
    const onScroll = () => {
      timer ??= setTimeout(tell, THROTTLE)
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      removeEventListener('scroll', onScroll)
      clearTimeout(timer)
    }
  }, [])
  return banner
}
