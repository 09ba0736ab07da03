import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { pagePreview } from '#shared/content/api/page-preview.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { AnyValues } from '#shared/platform/site-pages/slots.ts'
import { call } from '#app/platform/api/call.ts'
import { Button } from '#app/platform/ui/button.tsx'
import styles from './page.module.css'

/** Milliseconds after the last key until the preview is rendered. */
const PAUSE = 500

/** Buttons of which one is pressed. */
export function Choice<V extends string | number>({
  label,
  of,
  value,
  change,
  text = String,
  className = styles.widths,
}: {
  label: string
  of: readonly V[]
  value: V
  change: (value: V) => void
  text?: (value: V) => string
  className?: string | undefined
}) {
  return (
    <div className={className} role="group" aria-label={label}>
      {of.map((each) => (
        <Button
          key={each}
          look={each === value ? 'solid' : 'line'}
          aria-pressed={each === value}
          onClick={() => change(each)}
        >
          {text(each)}
        </Button>
      ))}
    </div>
  )
}

/** A document of `width` pixels, made smaller if it does not fit. No script runs in it. */
export function PreviewFrame({ title, html, width }: { title: string; html: string; width: number }) {
  const box = useRef<HTMLDivElement>(null)
  const scale = useScale(box, width)
  const scrolled = useRef(0)
  return (
    <div ref={box} className={styles.window}>
      <iframe
        title={title}
        sandbox="allow-same-origin"
        srcDoc={html}
        style={{ width, height: `${100 / scale}%`, scale }}
        onLoad={(event) => prepare(event, scrolled)}
      />
    </div>
  )
}

/** Keeps the scroll position when the preview is rendered again, and disables its links. */
function prepare(event: SyntheticEvent<HTMLIFrameElement>, scrolled: { current: number }): void {
  const shown = event.currentTarget.contentDocument
  if (!shown) return
  shown.documentElement.scrollTop = scrolled.current
  shown.addEventListener('scroll', () => (scrolled.current = shown.documentElement.scrollTop))
  shown.addEventListener('click', (click) => {
    const link = (click.target as Element).closest('a')
    if (!link) return
    click.preventDefault()
    const anchor = link.getAttribute('href')?.match(/^[^#]*#(.+)$/)?.[1]
    if (anchor) shown.getElementById(anchor)?.scrollIntoView()
  })
}

type Shown = Reply<typeof pagePreview.unsaved>

/**
 * The page or mail with these values, rendered by the server a moment after the last change.
 * @param which for an email, the case of its introduction
 */
export function usePreview(id: string, values: AnyValues, which?: string): Shown & { problem: string } {
  const [shown, setShown] = useState<Shown & { problem: string }>({ html: '', mail: null, problem: '' })
  const typed = JSON.stringify(values)
  const isFirst = useRef(true)
  useEffect(() => {
    const asking = new AbortController()
    const render = async () => {
      const body = { values: JSON.parse(typed) as AnyValues, which }
      try {
        const reply = await call(pagePreview.unsaved, { params: { id }, body }, { signal: asking.signal })
        setShown({ ...reply, problem: '' })
      } catch (error) {
        if (!asking.signal.aborted)
          setShown((before) => ({ ...before, problem: `${(error as Error).message}.` }))
      }
    }
    const timer = setTimeout(() => void render(), isFirst.current ? 0 : PAUSE)
    isFirst.current = false
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [id, typed, which])
  return shown
}

export function PreviewProblem({ problem }: { problem: string }) {
  return problem ? <p className="alarm">{problem} The preview shows the last valid text.</p> : null
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
