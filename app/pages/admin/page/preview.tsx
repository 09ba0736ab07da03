import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { pagePreview } from '#shared/api/page-preview.ts'
import type { EditedSitePage } from '#shared/api/site-pages.ts'
import type { AnyValues } from '#shared/site-pages/slots.ts'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './page.module.css'

/** In pixels: a phone, a tablet, a desktop. */
const WIDTHS = [390, 820, 1440]
/** Milliseconds after the last key until the preview is rendered. */
const PAUSE = 500

/** The page as visitors will see it, rendered by the server with the values in the form. No script runs in it. */
export function Preview({ page: { _id: id, title }, values }: { page: EditedSitePage; values: AnyValues }) {
  const { html, problem } = usePreview(id, values)
  const [width, setWidth] = useState(WIDTHS[0]!)
  const box = useRef<HTMLDivElement>(null)
  const scale = useScale(box, width)
  const scrolled = useRef(0)
  return (
    <section className={styles.preview} aria-label="Preview">
      <div className={styles.widths} role="group" aria-label="Width of the preview">
        {WIDTHS.map((each) => (
          <Button
            key={each}
            look={each === width ? 'solid' : 'line'}
            aria-pressed={each === width}
            onClick={() => setWidth(each)}
          >
            {each} px
          </Button>
        ))}
      </div>
      {problem ? (
        <p className={styles.problem}>{problem} The preview shows the last text that fits.</p>
      ) : null}
      <div ref={box} className={styles.window}>
        <iframe
          title={`Preview of ${title}`}
          sandbox="allow-same-origin"
          srcDoc={html}
          style={{ width, height: `${100 / scale}%`, scale }}
          onLoad={(event) => prepare(event, scrolled)}
        />
      </div>
    </section>
  )
}

/** Keeps the scroll position when the preview is rendered again, and lets its links lead nowhere. */
function prepare(event: SyntheticEvent<HTMLIFrameElement>, scrolled: { current: number }): void {
  const shown = event.currentTarget.contentDocument
  if (!shown) return
  shown.documentElement.scrollTop = scrolled.current
  shown.addEventListener('scroll', () => (scrolled.current = shown.documentElement.scrollTop))
  shown.addEventListener('click', (click) => {
    const link = (click.target as Element).closest('a')
    if (!link) return
    click.preventDefault()
    const anchor = link.getAttribute('href')?.match(/#(.+)$/)?.[1]
    if (anchor) shown.getElementById(anchor)?.scrollIntoView()
  })
}

function usePreview(id: string, values: AnyValues) {
  const [shown, setShown] = useState({ html: '', problem: '' })
  const typed = JSON.stringify(values)
  const isFirst = useRef(true)
  useEffect(() => {
    const asking = new AbortController()
    const render = async () => {
      const body = { values: JSON.parse(typed) as AnyValues }
      try {
        const { html } = await call(pagePreview.unsaved, { params: { id }, body }, { signal: asking.signal })
        setShown({ html, problem: '' })
      } catch (error) {
        if (!asking.signal.aborted)
          setShown(({ html }) => ({ html, problem: `${(error as Error).message}.` }))
      }
    }
    const timer = setTimeout(() => void render(), isFirst.current ? 0 : PAUSE)
    isFirst.current = false
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [id, typed])
  return shown
}

/** The factor by which a page of `width` pixels fits into the box; at most 1. */
function useScale(box: { current: HTMLElement | null }, width: number): number {
  const [space, setSpace] = useState(width)
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => entry && setSpace(entry.contentRect.width))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
  return space > 0 ? Math.min(1, space / width) : 1
}
