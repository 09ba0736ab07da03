/**
 * Validates an artist's links. The form that saves the links and the page that shows them both use these functions, so
 * every saved value can be linked, and no other value becomes a link.
 */

/**
 * The value of `website` for an artist without one (test/SPEC.md, "Art show, Shop coming soon"), and of `instagram`
 * before it is filled in.
 */
export const NO_WEBSITE = '@website'
export const NO_INSTAGRAM = '@instagram'

/** The profile's URL for `@handle` or a complete https URL; null for anything else. */
export function instagramUrl(instagram: string): string | null {
  if (instagram.trim() === NO_INSTAGRAM) return null
  const handle = /^@([A-Za-z0-9._]{1,30})$/.exec(instagram.trim())?.[1]
  return handle ? `https://instagram.com/${handle}` : plainUrl(instagram, ['https:'])
}

/** The URL of the artist's website; adds `https://` to a bare domain. Null if there is none. */
export function websiteUrl(website: string): string | null {
  const text = website.trim()
  if (text === NO_WEBSITE) return null
  const whole = /^[a-z0-9-]+(\.[a-z0-9-]+)+(\/\S*)?$/i.test(text) ? `https://${text}` : text
  return plainUrl(whole, ['https:', 'http:'])
}

/** Rejects a URL with `name@host`, because it leads to another site than its text suggests. */
function plainUrl(text: string, protocols: string[]): string | null {
  const url = URL.parse(text.trim())
  return url && protocols.includes(url.protocol) && url.username === '' ? url.href : null
}
