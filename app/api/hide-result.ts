/**
 * Returns a function for the `onChange` of a form: it hides the result of the last attempt. It does nothing while a request
 * runs, because `reset` would hide the result of that request too.
 */
export function hideResultOf({ isPending, reset }: { isPending: boolean; reset: () => void }): () => void {
  return isPending ? () => {} : reset
}
