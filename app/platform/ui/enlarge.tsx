import type { ReactNode } from 'react'
import type { PictureFacts } from '#shared/kernel/picture.ts'

/**
 * A link to a large picture. It opens the viewer. Without JavaScript, or with a modifier key, it opens the picture
 * file.
 */
export function Enlarge({
  picture,
  open,
  className,
  children,
}: {
  picture: PictureFacts
  open: () => void
  className?: string
  children: ReactNode
}) {
  return (
    <a
      href={picture.src}
      className={className}
      aria-haspopup="dialog"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        open()
      }}
    >
      {children}
    </a>
  )
}
