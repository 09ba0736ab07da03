/** Links in the HTML of mails: every web address is a link with words. */
import { escapeMarkup } from '#shared/kernel/escape.ts'

/** The text color of mails. */
export const INK = '#1C1A17'

/** Words that lead to an address. The text form of a mail has the address on the next line. */
export type LinkWords = { words: string; url: string }

/** A link with words. */
export function anchor({ words, url }: LinkWords): string {
  return `<a style="color:${INK}" href="${escapeMarkup(url)}">${escapeMarkup(words)}</a>`
}

const ADDRESSES = /(https?:\/\/[^\s<>"]+)/

/** Escaped text whose web addresses are links. Their words are the name of the site, so that readers see where they lead. */
export function withLinks(text: string): string {
  return text
    .split(ADDRESSES)
    .map((part, index) => (index % 2 === 1 ? siteLink(part) : escapeMarkup(part)))
    .join('')
}

/** The text with the names of sites in place of web addresses, for the preview of a mail. */
export function withoutAddresses(text: string): string {
  return text
    .split(ADDRESSES)
    .map((part, index) => (index % 2 === 1 ? siteOf(part) : part))
    .join('')
}

/** A web address in a text as a link. Punctuation after it is not part of it. */
export function siteLink(address: string): string {
  let end = address.length
  while ('.,;:!?)]'.includes(address.charAt(end - 1)) && end > 0) end--
  const url = address.slice(0, end)
  const words = siteOf(url)
  return words === '' ? escapeMarkup(address) : anchor({ words, url }) + escapeMarkup(address.slice(end))
}

/** The name of a site: 'example.com'. Empty if the text is not a web address. */
export function siteOf(url: string): string {
  return /^https?:\/\//.test(url) ? (URL.parse(url)?.hostname.replace(/^www\./, '') ?? '') : ''
}

/** Replaces the token of a link in stored and displayed mails: only the recipient may use it, not even an admin. */
export const HIDDEN_TOKEN = '(known-to-the-reader-alone)'

/**
 * Returns the token of a link for an email: the token from `create` if the mail is sent, or a placeholder if the mail is
 * only shown.
 */
export type TokenSource = (create: () => Promise<string>) => Promise<string>
