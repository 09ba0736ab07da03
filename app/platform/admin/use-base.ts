import { useState } from 'react'

/**
 * The saved state that a form is based on: the latest one until the person types, and then the one that was shown, also
 * after a refetch, so that the server can refuse a save over a colleague's change.
 * @param isTyped whether the form has something that the person typed
 * @returns the base; and `rebase`, for after such a refusal or the person's own save: the form is then based on the new
 *   state as soon as it has arrived
 */
export function useBase<T>(latest: T, isTyped: boolean): { base: T; rebase: () => void } {
  const [base, setBase] = useState<{ of: T; isOutdated: boolean } | null>(null)
  const isReplaced = base?.isOutdated === true && JSON.stringify(base.of) !== JSON.stringify(latest)
  if (isTyped && (base === null || isReplaced)) setBase({ of: latest, isOutdated: false })
  if (!isTyped && base !== null) setBase(null)
  return {
    base: base?.of ?? latest,
    rebase: () => setBase((before) => before && { ...before, isOutdated: true }),
  }
}
