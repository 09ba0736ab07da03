import { useEffect, useLayoutEffect, useRef, type CSSProperties, type ReactNode } from 'react'
import { preload } from 'react-dom'
import { srcSet, type PictureFacts } from '#shared/picture.ts'
import { Button } from './button.tsx'
import { goByKey } from './carousel.tsx'
import { Picture } from './picture.tsx'
import { useSwipe } from './swipe.ts'
import styles from './viewer.module.css'

type Viewed = {
  facts: PictureFacts
  /** Stands before the caption: `No. 07`. */
  number?: string
  caption: ReactNode
}

/**
 * Pictures large, one at a time, over the whole page: arrow keys, a swipe of 40 px, Escape. The dialog is the
 * browser's own, which keeps the focus in it and gives it back to the picture one came from.
 */
export function Viewer({
  label,
  pictures,
  at,
  onShow,
  onClose,
}: {
  label: string
  pictures: Viewed[]
  /** Counted from 0; null keeps it closed. */
  at: number | null
  onShow: (index: number) => void
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const shown = at === null ? undefined : pictures[at]
  const isOpen = shown !== undefined
  const count = pictures.length
  const go = useSteps(at, count, onShow)
  const swipe = useSwipe(go)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  usePreloaded(at === null ? [] : [pictures[(at + 1) % count], pictures[(at + count - 1) % count]])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys work all over the viewer
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label={label}
      onClose={onClose}
      onKeyDown={(event) => goByKey(event, go)}
    >
      {shown ? (
        <>
          <p className={styles.position}>{count > 1 ? `${(at ?? 0) + 1} of ${count}` : null}</p>
          <Button look="quiet" className={styles.close} onClick={() => dialog.current?.close()}>
            Close
          </Button>
          <div className={styles.room} {...swipe}>
            <div className={styles.frame} style={ratioOf(shown.facts)}>
              {/* A new picture is a new element: the old one must not stand over the new caption. */}
              <Picture key={shown.facts.src} of={shown.facts} sizes={SIZES} priority alt="" />
            </div>
          </div>
          <p className={styles.caption} aria-live="polite">
            {shown.number ? <span className={styles.number}>{shown.number} </span> : null}
            {shown.caption}
          </p>
          {count > 1 ? <Steps go={go} /> : null}
        </>
      ) : null}
    </dialog>
  )
}

/** Steps from where the steps before lead: the address follows a little later, and keys may be pressed faster. */
function useSteps(at: number | null, count: number, onShow: (index: number) => void) {
  const asked = useRef<number[]>([])
  useLayoutEffect(() => {
    // What came before it was overtaken; what was never asked for is a step of the browser's, Back or Forward.
    asked.current =
      at !== null && asked.current.includes(at) ? asked.current.slice(asked.current.indexOf(at) + 1) : []
  }, [at])
  return (step: number) => {
    const from = asked.current.at(-1) ?? at
    if (from === null || count < 2) return
    const to = (from + step + count) % count
    asked.current.push(to)
    onShow(to)
  }
}

function Steps({ go }: { go: (step: number) => void }) {
  return (
    <>
      <Button look="line" className={styles.previous} onClick={() => go(-1)}>
        Previous
      </Button>
      <Button look="line" className={styles.next} onClick={() => go(1)}>
        Next
      </Button>
    </>
  )
}

/** Asks for the neighbours, so that they are there when they are wanted. */
function usePreloaded(pictures: (Viewed | undefined)[]): void {
  const wanted = pictures.map((picture) => picture?.facts.src).join()
  useEffect(() => {
    for (const picture of pictures) {
      if (!picture) continue
      const { facts } = picture
      preload(facts.src, {
        as: 'image',
        type: 'image/avif',
        imageSrcSet: srcSet(facts, 'avif'),
        imageSizes: SIZES,
        fetchPriority: 'low',
      })
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `wanted` names the same pictures
  }, [wanted])
}

function ratioOf({ width, height }: PictureFacts): CSSProperties {
  return { '--ratio': width / height } as CSSProperties
}

const SIZES = '(min-width: 62rem) 75vw, 95vw'
