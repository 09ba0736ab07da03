import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type UIEvent } from 'react'
import { useHydrated } from './use-hydrated.ts'
import { Button } from './button.tsx'
import styles from './carousel.module.css'
import { useSwipe } from './swipe.ts'

type Slide = { key: string; label: string; content: ReactNode }

/**
 * Shows one slide at a time. Buttons, arrow keys and a swipe of 40 px change the slide. It never changes automatically,
 * and there is no sliding animation. Before hydration, and without JavaScript, the slides are a row that scrolls.
 */
export function Carousel({
  label,
  slides,
  isNamed = false,
  className = '',
}: {
  label: string
  slides: Slide[]
  /** Shows the label of each slide below the slide. By default, only screen readers read the labels. */
  isNamed?: boolean
  className?: string
}) {
  const { row, at, go, onScroll } = useRow(slides.length)
  const hydrated = useHydrated()
  const swipe = useSwipe(go)
  const many = slides.length > 1
  if (slides.length === 0) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys work everywhere in it
    <section
      className={className}
      aria-label={label}
      aria-roledescription="carousel"
      onKeyDown={many ? (event) => handleArrowKeys(event, go) : undefined}
    >
      <div
        ref={row}
        className={styles.row}
        data-hydrated={hydrated || undefined}
        onScroll={onScroll}
        {...(many ? swipe : {})}
      >
        {slides.map((slide, index) => (
          <div
            key={slide.key}
            className={styles.slide}
            role="group"
            aria-roledescription="slide"
            aria-label={many ? `${index + 1} of ${slides.length}: ${slide.label}` : slide.label}
            inert={hydrated && index !== at}
          >
            {slide.content}
          </div>
        ))}
      </div>
      {many ? <Controls at={at} slides={slides} isNamed={isNamed} go={go} /> : null}
      {isNamed && !many ? <p className={styles.name}>{slides[0]?.label}</p> : null}
    </section>
  )
}

function Controls({
  at,
  slides,
  isNamed,
  go,
}: {
  at: number
  slides: Slide[]
  isNamed: boolean
  go: (step: number) => void
}) {
  const label = slides[at]?.label
  return (
    <div className={styles.controls}>
      <Button look="line" onClick={() => go(-1)}>
        Previous
      </Button>
      <output className={styles.position} data-named={isNamed || undefined}>
        {isNamed ? <span className={styles.name}>{label}, </span> : null}
        {at + 1} of {slides.length}
        {isNamed ? null : <span className="visually-hidden">: {label}</span>}
      </output>
      <Button look="line" onClick={() => go(1)}>
        Next
      </Button>
    </div>
  )
}

/**
 * The row and the index of its current slide. `go` sets the scroll position too, so that index and scroll position
 * always agree.
 */
function useRow(count: number) {
  const row = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const refocus = useRef(false)
  const go = (step: number) => {
    const next = (at + step + count) % count
    const { current } = row
    // A hidden slide cannot keep the focus, so the focus moves to the next slide.
    refocus.current = current?.contains(document.activeElement) ?? false
    current?.scrollTo({ left: next * current.clientWidth, behavior: 'instant' })
    setAt(next)
  }
  useEffect(() => {
    if (!refocus.current) return
    refocus.current = false
    row.current?.children[at]?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
  }, [at])
  usePreloadedNeighbors(row, at)
  const onScroll = ({ currentTarget: { scrollLeft, clientWidth } }: UIEvent) =>
    setAt(Math.round(scrollLeft / Math.max(clientWidth, 1)))
  return { row, at, go, onScroll }
}

/** Handles the arrow keys, wherever the focus is in a carousel or a viewer. */
export function handleArrowKeys(event: KeyboardEvent, go: (step: number) => void): void {
  const step = stepOf(event)
  if (!step) return
  event.preventDefault()
  go(step)
}

/** 1 for the right arrow, -1 for the left arrow, 0 for other keys and for arrows with a modifier key. */
function stepOf({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): 1 | -1 | 0 {
  if (altKey || ctrlKey || metaKey || shiftKey) return 0
  return key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
}

/** Loads the previous and the next picture after the page itself has loaded. */
function usePreloadedNeighbors(row: { current: HTMLDivElement | null }, at: number): void {
  useEffect(() => {
    const preload = () => {
      const all = row.current?.children ?? []
      for (const index of [at + 1, at - 1])
        for (const image of all[(index + all.length) % all.length]?.querySelectorAll('img') ?? [])
          image.loading = 'eager'
    }
    if (document.readyState === 'complete') {
      const timer = setTimeout(preload, 200)
      return () => clearTimeout(timer)
    }
    window.addEventListener('load', preload, { once: true })
    return () => window.removeEventListener('load', preload)
  }, [row, at])
}
