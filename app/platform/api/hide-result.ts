/**
 * Hides the result of the last attempt, for the `onChange` of a form. Does nothing if no result is shown, because `reset`
 * would also hide the result of a request that has just started.
 */
export function hideResult(mutation: { isSuccess: boolean; isError: boolean; reset: () => void }): void {
  if (mutation.isSuccess || mutation.isError) mutation.reset()
}
