import type { ClientLoaderFunctionArgs } from 'react-router'
import { askInBrowser } from './prefetch.ts'

/** How long a link may hold its page back before that page shows what it can. */
const PATIENCE = 200

/** For a `clientLoader`: waits for a quick answer, so that nothing flickers; a slow one leaves the page to its skeleton. */
export async function askSoon(_args: ClientLoaderFunctionArgs, ...wanted: unknown[]): Promise<null> {
  const patience = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE))
  return Promise.race([askInBrowser(...wanted), patience])
}
