import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { useLocation } from 'react-router'

/**
 * The header slides open under a mouse, and by a press of a heading or of the menu button for everybody else.
 * It closes when the pointer and the focus are gone, with Escape, and after a navigation.
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
  useClosing(open, header, () => {
    setHovered(false)
    setPinned(false)
  })
  const wake = useRef<ReturnType<typeof setTimeout>>(undefined)
  return {
    open,
    toggle: () => setPinned(!pinned),
    events: {
      // A mouse that only passes on its way to the tabs does not mean us.
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType === 'mouse') wake.current = setTimeout(() => setHovered(true), 90)
      },
      onPointerLeave: () => {
        clearTimeout(wake.current)
        setHovered(false)
      },
    },
  }
}

function useClosing(open: boolean, header: RefObject<HTMLElement | null>, close: () => void): void {
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
      // The focus must not stay on something that is no longer shown.
      if (inside)
        (inside.closest('li')?.querySelector('button') ?? header.current?.querySelector('button'))?.focus()
    }
    const onAway = (event: Event) => {
      if (event.target instanceof Node && !header.current?.contains(event.target)) latest.current()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onAway)
    document.addEventListener('focusin', onAway)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onAway)
      document.removeEventListener('focusin', onAway)
    }
  }, [open, header])
}
