import { useSyncExternalStore } from 'react'

/** False on the server and in the first render, true after hydration. For elements that work only with JavaScript. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  )
}

const noSubscription = () => () => {}
