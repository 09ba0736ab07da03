/**
 * Runs `work` with a signal that is aborted after a time limit in milliseconds. Unlike `AbortSignal.timeout`, the timer
 * ends with the work; that one would create an error object after every successful call.
 */
export async function within<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const expire = () => late.abort(new DOMException('No answer in time', 'TimeoutError'))
  const timer = setTimeout(expire, milliseconds)
  try {
    return await work(late.signal)
  } finally {
    clearTimeout(timer)
  }
}
