import { NO_WEBSITE } from '#shared/api/artshow.ts'

/** `@handle`, or a whole https address; null for anything else, which must not become a link. */
export function instagramUrl(instagram: string): string | null {
  const handle = /^@([A-Za-z0-9._]{1,30})$/.exec(instagram.trim())?.[1]
  return handle ? `https://instagram.com/${handle}` : httpsUrl(instagram)
}

/** The artist's own site, with `https://` where only the domain was written; null when there is none. */
export function websiteUrl(website: string): string | null {
  const text = website.trim()
  if (text === NO_WEBSITE) return null
  return httpsUrl(/^[a-z0-9-]+(\.[a-z0-9-]+)+(\/\S*)?$/i.test(text) ? `https://${text}` : text)
}

function httpsUrl(text: string): string | null {
  const url = URL.parse(text.trim())
  return url?.protocol === 'https:' && url.username === '' ? url.href : null
}
