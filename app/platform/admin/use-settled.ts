import { useEffect, useState } from 'react'

/** Milliseconds after the last key until a preview is rendered. */
const PAUSE = 500

/** The value, once it has not changed for a moment. It must be JSON. */
export function useSettled<T>(value: T): T {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return JSON.parse(settled) as T
}
