import { localText } from '#app/platform/session/local-text.ts'

/** The discount code of a link such as /shop?code=WELCOME10. It is kept on this device until the cart uses it. */
const stored = localText('discountCode')

/** The longest code that the server reads. */
const MAX = 60

/** Keeps the code from the query string of a page. Does nothing if there is none. */
export function keepCodeOf(search: string): void {
  const code = new URLSearchParams(search).get('code')?.trim()
  if (code) keepCode(code)
}

/** Keeps a code until the cart uses it. */
export function keepCode(code: string): void {
  if (code.length <= MAX) stored.write(code)
}

/** Returns the stored code of a link and removes it from storage; null if there is none. */
export function takeCodeOfLink(): string | null {
  const code = stored.read()
  if (code !== null) stored.write(null)
  return code
}
