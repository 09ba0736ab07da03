/**
 * Hides the result of the last attempt, for the `onChange` of a form. Does nothing while a request runs, because `reset`
 * would hide the result of that request too.
 */
export function hideResult({ isPending, reset }: { isPending: boolean; reset: () => void }): void {
  if (!isPending) reset()
}
