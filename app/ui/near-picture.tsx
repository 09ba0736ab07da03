import { useEffect, useRef, useState } from 'react'
import { Picture, type PictureProps } from './picture.tsx'
import styles from './picture.module.css'

/** Spec section 9. The browser's own lazy loading begins a screen or two away. */
const THRESHOLD = 100

/**
 * A picture that is asked for when it comes within 100 px of the window, and not before: until then its
 * placeholder stands in its place. Without JavaScript it is there from the beginning.
 */
export function NearPicture(props: PictureProps) {
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
        // The placeholder's few pixels have the picture's ratio only nearly.
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
