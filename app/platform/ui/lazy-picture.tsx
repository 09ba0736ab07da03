import { useEffect, useRef, useState } from 'react'
import { Picture, type PictureProps } from './picture.tsx'
import styles from './picture.module.css'

/** In pixels (test/SPEC.md, Gallery). The browser's own lazy loading would start one or two screens earlier. */
const THRESHOLD = 100

/**
 * A picture that is requested only when it comes within 100 px of the window. Until then its placeholder is shown.
 * Without JavaScript the browser's own lazy loading applies.
 */
export function LazyPicture(props: PictureProps) {
  const image = useRef<HTMLImageElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!image.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: `${THRESHOLD}px` },
    )
    observer.observe(image.current)
    return () => observer.disconnect()
  }, [])
  if (isNear) return <Picture {...props} />
  const { of: facts, alt = facts.alt, className = '' } = props
  const { width, height } = facts
  return (
    <>
      <img
        ref={image}
        className={`${styles.image} ${styles.waiting} ${className}`}
        src={facts.blur || undefined}
        // The tiny placeholder's own aspect ratio is only approximately that of the picture.
        style={{ aspectRatio: `${width} / ${height}` }}
        width={width}
        height={height}
        alt={alt}
      />
      <noscript>
        <img
          className={`${styles.image} ${className}`}
          loading="lazy"
          src={facts.src}
          width={width}
          height={height}
          alt={alt}
        />
      </noscript>
    </>
  )
}
