import { useEffect, useRef, useState } from 'react'

/** The progress of sending files, and what stops it. Leaving the page stops it too. */
export function useTransfer() {
  const [part, setPart] = useState(0)
  const stopping = useRef<AbortController>(null)
  useEffect(() => () => stopping.current?.abort(), [])
  return {
    /** What is sent, from 0 to 1. */
    part,
    /** Begins at 0, and returns the options of `sendFiles`. */
    begin: () => {
      setPart(0)
      stopping.current = new AbortController()
      return { onProgress: setPart, signal: stopping.current.signal }
    },
    stop: () => stopping.current?.abort(),
  }
}
