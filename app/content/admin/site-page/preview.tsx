import { useState, useEffect, useRef, type SyntheticEvent } from 'react'
import type { EditedSitePage } from '#shared/content/api/site-pages.ts'
import type { AnyValues, NamedSlot } from '#shared/platform/site-pages/slots.ts'
import styles from './site-page.module.css'
import { useMutation } from '@tanstack/react-query'
import { sitePagePreview } from '#shared/content/api/site-page-preview.ts'
import { call } from '#app/platform/api/call.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { SelectField } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import type { Reply } from '#shared/platform/api/endpoint.ts'

/** In pixels: a phone, a tablet, a desktop. */
const PAGE_WIDTHS = [390, 820, 1440]

/** The page as visitors will see it, with the values in the form. */
export function Preview({ page: { _id: id, title }, values }: { page: EditedSitePage; values: AnyValues }) {
  const { html, problem } = usePreview(id, values)
  const [width, setWidth] = useState(PAGE_WIDTHS[0]!)
  return (
    <section className={`stack-2 packed ${styles.preview}`} aria-label="Preview">
      <Choice
        label="Width of the preview"
        of={PAGE_WIDTHS}
        value={width}
        change={setWidth}
        text={(each) => `${each} px`}
      />
      <PreviewProblem problem={problem} />
      <PreviewFrame title={`Preview of ${title}`} html={html} width={width} />
    </section>
  )
}

const MAIL_VIEWS = ['Phone', 'Computer', 'Plain text'] as const
/** In pixels. */
const MAIL_WIDTHS = { Phone: 390, Computer: 700, 'Plain text': 0 }

/** The whole mail with invented data and the texts in the form, and the button that sends it to the admin. */
export function MailPreview({ page, values }: { page: EditedSitePage; values: AnyValues }) {
  const { _id: id, title } = page
  const cases = page.slots as NamedSlot[]
  const [which, setWhich] = useState(cases[0]!.name)
  const [view, setView] = useState<(typeof MAIL_VIEWS)[number]>('Phone')
  const { html, mail, problem } = usePreview(id, values, which)
  const test = useMutation({
    mutationFn: () => call(sitePagePreview.test, { params: { id }, body: { values, which } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(error.message),
  })
  return (
    <section className={`stack-2 packed ${styles.preview}`} aria-label="Preview">
      {cases.length > 1 ? (
        <SelectField label="Case" unmarked value={which} onChange={(event) => setWhich(event.target.value)}>
          {cases.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </SelectField>
      ) : null}
      <Choice label="Format of the email" of={MAIL_VIEWS} value={view} change={setView} />
      <PreviewProblem problem={problem} />
      <p className="break-words">
        <strong>Subject:</strong> {mail?.subject}
      </p>
      {view === 'Plain text' ? (
        <pre className={`full-width pad-2 box mat pre-wrap break-words ${styles.plain}`}>{mail?.text}</pre>
      ) : (
        <PreviewFrame title={`Preview of ${title}`} html={html} width={MAIL_WIDTHS[view]} />
      )}
      <p className="note">The order, the event and the names are invented.</p>
      <p>
        <Button look="line" busy={test.isPending} onClick={() => test.mutate()}>
          Send a test to me
        </Button>
      </p>
    </section>
  )
}

/** Milliseconds after the last key until the preview is rendered. */
const PAUSE = 500

/** Buttons of which one is pressed. */
export function Choice<V extends string | number>({
  label,
  of,
  value,
  change,
  text = String,
  className = '',
}: {
  label: string
  of: readonly V[]
  value: V
  change: (value: V) => void
  text?: (value: V) => string
  className?: string | undefined
}) {
  return (
    <div className={`cluster ${className}`} role="group" aria-label={label}>
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
function PreviewFrame({ title, html, width }: { title: string; html: string; width: number }) {
  const box = useRef<HTMLDivElement>(null)
  const scale = useScale(box, width)
  const scrolled = useRef(0)
  return (
    <div ref={box} className={`box ${styles.window}`}>
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

type Shown = Reply<typeof sitePagePreview.unsaved>

/**
 * The page or mail with these values, rendered by the server a moment after the last change.
 * @param which for an email, the case of its introduction
 */
function usePreview(id: string, values: AnyValues, which?: string): Shown & { problem: string } {
  const [shown, setShown] = useState<Shown & { problem: string }>({ html: '', mail: null, problem: '' })
  const typed = JSON.stringify(values)
  const isFirst = useRef(true)
  useEffect(() => {
    const asking = new AbortController()
    const render = async () => {
      const body = { values: JSON.parse(typed) as AnyValues, which }
      try {
        const reply = await call(sitePagePreview.unsaved, { params: { id }, body }, { signal: asking.signal })
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

function PreviewProblem({ problem }: { problem: string }) {
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
