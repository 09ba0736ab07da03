/** Loads the scripts of payment services. */

/** Timeout of each step, in milliseconds. */
const TIMEOUT = 15_000
const ATTEMPTS = 3

/** Adds a script to the page. Rejects if it does not load. @param crossOrigin as Apple's documentation asks for its script */
export function loadScript(src: string, crossOrigin = false): Promise<void> {
  const script = document.createElement('script')
  script.src = src
  script.async = true
  if (crossOrigin) script.crossOrigin = 'anonymous'
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('The payment script did not load'))
    })
    document.head.append(script)
  })
}

/** Makes three attempts. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await work()
    } catch (error) {
      if (count === ATTEMPTS) throw error
      await new Promise((resolve) => setTimeout(resolve, 500 * count))
    }
  }
}

/** Rejects after 15 s. */
export function withTimeout<T>(work: Promise<T>): Promise<T> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The payment script takes too long')), TIMEOUT)
  })
  return Promise.race([work, timeout])
}
