import { useSyncExternalStore } from 'react'
import { localText } from '../../session/local-text.ts'

/** The grind that the visitor chose last, which is the default for the next coffee. */
const stored = localText('grind')

/**
 * The grind of the coffee to buy, and a function that changes and stores it. Whole bean if the last choice is not
 * offered. Empty if there are no grinds to choose from.
 */
export function useGrind(grinds: readonly string[]): [grind: string, choose: (grind: string) => void] {
  const last = useSyncExternalStore(stored.subscribe, stored.read, () => null)
  const grind = last !== null && grinds.includes(last) ? last : (grinds[0] ?? '')
  return [grind, stored.write]
}
