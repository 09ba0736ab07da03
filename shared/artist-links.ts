/**
 * What an artist's links may be. One judgement for the form that takes them and the page that shows them: whatever
 * is saved can be linked, and nothing else becomes a link.
 */

/** What `website` holds when the artist has none (spec section 2), and `instagram` before anybody filled it in. */
export const NO_WEBSITE = '@website'
export const NO_INSTAGRAM = '@instagram'

/** `@handle`, or a whole https address; null for anything else. */
export function instagramUrl(instagram: string): string | null {
  if (instagram.trim() === NO_INSTAGRAM) return null
  const handle = /^@([A-Za-z0-9._]{1,30})$/.exec(instagram.trim())?.[1]
  return handle ? `https://instagram.com/${handle}` : plainUrl(instagram, ['https:'])
}

/** The artist's own site, with `https://` where only the domain was written; null when there is none. */
export function websiteUrl(website: string): string | null {
  const text = website.trim()
  if (text === NO_WEBSITE) return null
  const whole = /^[a-z0-9-]+(\.[a-z0-9-]+)+(\/\S*)?$/i.test(text) ? `https://${text}` : text
  return plainUrl(whole, ['https:', 'http:'])
}

/** `name@host` in an address leads somewhere else than it reads. */
function plainUrl(text: string, protocols: string[]): string | null {
  const url = URL.parse(text.trim())
  return url && protocols.includes(url.protocol) && url.username === '' ? url.href : null
}
