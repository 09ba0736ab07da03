import { useEffect, useLayoutEffect, useRef, type CSSProperties, type ReactNode } from 'react'
import { preload } from 'react-dom'
import { srcSet, type PictureFacts } from '#shared/kernel/picture.ts'
import { Button } from './button.tsx'
import { handleArrowKeys } from './carousel.tsx'
import { Picture } from './picture.tsx'
import { useSwipe } from './swipe.ts'
import styles from './viewer.module.css'

type ViewerPicture = {
  facts: PictureFacts
  /** Shown before the caption: `No. 07`. */
  number?: string
  caption: ReactNode
}

/**
 * Shows large pictures one at a time over the whole page. Arrow keys and a swipe of 40 px change the picture, Escape
 * closes the viewer. It is a native dialog: the browser keeps the focus inside, and afterwards returns it to the
 * picture that opened the viewer.
 */
export function Viewer({
  label,
  pictures,
  at,
  onShow,
  onClose,
}: {
  label: string
  pictures: ViewerPicture[]
  /** The index of the picture, from 0. Null if the viewer is closed. */
  at: number | null
  onShow: (index: number) => void
  /** Must set `at` to null. The dialog stays open until then, so that nothing behind it can be clicked too early. */
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys work everywhere in it
    <dialog
      ref={dialog}
      className={`full-width mat ${styles.viewer}`}
      aria-label={label}
      onClose={onClose}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => handleArrowKeys(event, go)}
    >
      {shown ? (
        <>
          <p className={styles.position}>{count > 1 ? `${(at ?? 0) + 1} of ${count}` : null}</p>
          <Button look="quiet" className={styles.close} onClick={onClose}>
            Close
          </Button>
          <div className={styles.room} {...swipe}>
            <div className={styles.frame} style={ratioOf(shown.facts)}>
              {/* The key makes a new element for each picture. Otherwise, the old picture would be shown with the
                  new caption. */}
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

/** Steps from the last requested picture, because a user can press keys faster than the URL changes. */
function useSteps(at: number | null, count: number, onShow: (index: number) => void) {
  const requested = useRef<number[]>([])
  useLayoutEffect(() => {
    // Removes the requests up to this picture. If this picture was not requested, Back or Forward opened it, and all
    // requests are removed.
    const index = at === null ? -1 : requested.current.indexOf(at)
    requested.current = index === -1 ? [] : requested.current.slice(index + 1)
  }, [at])
  return (step: number) => {
    const from = requested.current.at(-1) ?? at
    if (from === null || count < 2) return
    const to = (from + step + count) % count
    requested.current.push(to)
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

/** Preloads the previous and the next picture. */
function usePreloaded(pictures: (ViewerPicture | undefined)[]): void {
  const sources = pictures.map((picture) => picture?.facts.src).join()
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
    // oxlint-disable-next-line react/exhaustive-deps -- `sources` identifies the same pictures
  }, [sources])
}

function ratioOf({ width, height }: PictureFacts): CSSProperties {
  return { '--ratio': width / height } as CSSProperties
}

const SIZES = '(min-width: 62rem) 75vw, 95vw'
