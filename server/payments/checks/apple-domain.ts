/** Tests that Apple can read the shop's domain file, as Apple reads it: through the public origin, without redirects. */
import { APPLE_DOMAIN_PATH, SANDBOX_DOMAIN_FILE } from '#shared/platform/settings/pay-methods.ts'
import { SECOND } from '#server/kernel/time/clock.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { waysToPayOf } from '#server/platform/settings/pay-methods.ts'
import type { Shop } from '#server/platform/shop.ts'

const TIMEOUT = 5 * SECOND

/** What is wrong, in words for the owner; null if the file can be read, or if Apple Pay is off. */
export async function appleDomainProblem(shop: Shop): Promise<string | null> {
  const { applePay, appleDomainFile: file } = await currentSettings(shop, waysToPayOf(shop))
  const { publicOrigin } = shop.config
  if (!applePay || publicOrigin === null) return null
  if (file === '')
    return 'Apple Pay is on, but there is no domain file. Save the file that PayPal gives you under Settings, Ways to pay'
  if (file === SANDBOX_DOMAIN_FILE && shop.providers.payments.mode === 'live')
    return 'The domain file is the example of the sandbox. Save the file that PayPal gives you under Settings, Ways to pay'
  const url = publicOrigin + APPLE_DOMAIN_PATH
  try {
    const signal = AbortSignal.timeout(TIMEOUT)
    const answer = await fetch(url, { redirect: 'manual', signal })
    const problem = problemOf(answer)
    if (problem !== null) return `${url} ${problem}`
    const isSame = Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(file))
    return isSame
      ? null
      : `${url} has another text than the saved file. A proxy in front of the shop may change it`
  } catch (error) {
    return `${url} does not answer (${reasonOf(error)}). Apple must be able to read it`
  }
}

function problemOf({ status, headers }: Response): string | null {
  if (status >= 300 && status < 400) {
    const to = headers.get('location') ?? 'another address'
    return `leads to ${to}. Apple follows no redirects: register the domain without the redirect at PayPal, and set PUBLIC_ORIGIN to it`
  }
  if (status === 404)
    return 'is missing (404). The proxy in front of the shop must pass on paths that begin with /.well-known/'
  return status === 200 ? null : `answers with status ${status}. Apple expects 200`
}

/** `fetch` reports the reason in `cause`. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error && cause.message ? cause.message : message
}
