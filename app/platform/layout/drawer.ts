import { useEffect, useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from 'react'
import { useLocation } from 'react-router'

/** Where a hover opens the drawer. In the narrow layout of header.module.css it is a full-screen menu. */
const OPENS_ON_HOVER = '(hover: hover) and (width >= 75rem)'

/**
 * Whether the header's drawer is open. It opens when a heading or the menu button is pressed, and in the wide layout when
 * a mouse hovers over the header. It closes when one of them is pressed again, when the pointer or the focus leaves the
 * header, on Escape, and after a navigation, even within the page.
 */
export function useDrawer(header: RefObject<HTMLElement | null>) {
  const { key } = useLocation()
  const [hovered, setHovered] = useState(false)
  const [pinned, setPinned] = useState(false)
  const [openedOn, setOpenedOn] = useState(key)
  const close = () => {
    setHovered(false)
    setPinned(false)
  }
  if (openedOn !== key) {
    setOpenedOn(key)
    close()
  }
  const open = hovered || pinned
  useCloseListeners(open, header, close)
  const hoverTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const toggle = () => {
    clearTimeout(hoverTimer.current)
    if (open) close()
    else setPinned(true)
  }
  return {
    open,
    toggle,
    /** For a heading. A click on what the hover has just opened keeps it open, because the mouse came to open it. */
    press: ({ detail: clicks }: MouseEvent) => {
      if (clicks > 0 && hovered && !pinned) setPinned(true)
      else toggle()
    },
    events: {
      // Opens after 90 ms, so that a mouse on its way to the browser's tabs does not open the drawer.
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse' && window.matchMedia(OPENS_ON_HOVER).matches)
          hoverTimer.current = setTimeout(() => setHovered(true), 90)
      },
      onPointerLeave: () => {
        clearTimeout(hoverTimer.current)
        setHovered(false)
      },
    },
  }
}

function useCloseListeners(open: boolean, header: RefObject<HTMLElement | null>, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      const inside =
        header.current?.contains(document.activeElement) && document.activeElement?.closest('ul, nav')
      latest.current()
      // The focus must not stay on a hidden element. On a phone the buttons of the headings are hidden.
      if (!inside) return
      const heading = inside.closest('li')?.querySelector('button')
      ;(heading?.offsetParent ? heading : header.current?.querySelector('button'))?.focus()
    }
    const onOutside = (event: Event) => {
      if (event.target instanceof Node && !header.current?.contains(event.target)) latest.current()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onOutside)
    document.addEventListener('focusin', onOutside)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onOutside)
      document.removeEventListener('focusin', onOutside)
    }
  }, [open, header])
}
