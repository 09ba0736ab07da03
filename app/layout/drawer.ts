import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { useLocation } from 'react-router'

/**
 * Whether the header's drawer is open. It opens when a mouse hovers over the header, and when a heading or the menu
 * button is pressed. It closes when the pointer or the focus leaves the header, on Escape, and after a navigation.
 */
export function useDrawer(header: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation()
  const [hovered, setHovered] = useState(false)
  const [pinned, setPinned] = useState(false)
  const [openedOn, setOpenedOn] = useState(pathname)
  if (openedOn !== pathname) {
    setOpenedOn(pathname)
    setHovered(false)
    setPinned(false)
  }
  const open = hovered || pinned
  useCloseListeners(open, header, () => {
    setHovered(false)
    setPinned(false)
  })
  const hoverTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return {
    open,
    toggle: () => setPinned(!pinned),
    events: {
      // Opens after 90 ms, so that a mouse on its way to the browser's tabs does not open the drawer.
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType === 'mouse') hoverTimer.current = setTimeout(() => setHovered(true), 90)
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
      // The focus must not stay on a hidden element.
      if (inside)
        (inside.closest('li')?.querySelector('button') ?? header.current?.querySelector('button'))?.focus()
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
