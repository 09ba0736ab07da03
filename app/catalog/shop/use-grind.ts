import { useState, useSyncExternalStore } from 'react'
import { localText } from '#app/platform/session/local-text.ts'

/** The grind that the visitor chose last, which is the default for the next coffee. */
const last = localText('grind')

/**
 * The grind of the coffee to buy, and a function that changes and stores it. Whole bean if the last choice is not
 * offered. Empty if there are no grinds to choose from.
 */
export function useGrind(grinds: readonly string[]): [grind: string, choose: (grind: string) => void] {
  // What the visitor chooses in another tab must not change a choice in this one.
  const [chosen, setChosen] = useState<string | null>(null)
  const stored = useSyncExternalStore(last.subscribe, last.read, () => null)
  const wanted = chosen ?? stored
  const grind = wanted !== null && grinds.includes(wanted) ? wanted : (grinds[0] ?? '')
  const choose = (next: string) => {
    setChosen(next)
    last.write(next)
  }
  return [grind, choose]
}
