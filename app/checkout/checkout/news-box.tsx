import { newsletter } from '#shared/content/api/newsletter.ts'
import { NEWS_CONSENT } from '#shared/platform/newsletters.ts'
import { call } from '#app/platform/api/call.ts'
import { CheckField } from '#app/platform/ui/check-field.tsx'

/** The consent to the newsletter. It is not checked by default, and the order does not depend on it. */
export function NewsBox({ change }: { change: (wants: boolean) => void }) {
  return <CheckField label={NEWS_CONSENT} onChange={({ target }) => change(target.checked)} />
}

/**
 * Signs up for the newsletter after an order. A failure is not shown, because the buyer can sign up again in the
 * footer.
 */
export function askForNews(email: string): void {
  call(newsletter.subscribe, { body: { email, source: 'checkout' } }).catch(() => undefined)
}
