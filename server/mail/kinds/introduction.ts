/** The introduction of an email that admins edit (shared/platform/mails): Markdown with placeholders. */
import { escapeMarkup } from '#shared/kernel/escape.ts'
import type { EditedMail } from '#shared/platform/mails/kinds.ts'
import { fillPlaceholders } from '#shared/platform/site-pages/slots.ts'
import { openPartsOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { mailMarkdownToHtml } from '#server/content/site-pages/markdown.ts'
import { pageOf, valuesOf } from '#server/content/site-pages/values.ts'
import { liveVersion } from '#server/content/site-pages/versions.ts'
import { INK, siteLink, siteOf, withLinks } from './mail-links.ts'
import { READING, type Part } from './template.ts'

/** The introductions of an email, by case. */
export type Introductions = Readonly<Record<string, string>>

/** The values of the placeholders. */
export type Values = Readonly<Record<string, string>>

/** The published introductions of an email. */
export async function introductionsOf(shop: Shop, kind: EditedMail): Promise<Introductions> {
  const live = await liveVersion(shop.db, shop.clock, kind)
  return valuesOf(pageOf(kind), live?.body ?? null, await openPartsOf(shop)) as Introductions
}

/**
 * An introduction as a part of an email. The values are filled in after the Markdown is converted, so a name with
 * asterisks stays a name.
 * @param origin the base URL of the shop; links that begin with / lead there
 */
export function introduction(markdown: string, values: Values, origin: string): Part {
  const html = mailMarkdownToHtml(markdown).replaceAll('<a href="/', `<a href="${origin}/`)
  const escaped = Object.fromEntries(
    Object.entries(values).map(([name, text]) => [
      name,
      // What the owner wrote for this mail. Other values may be a buyer's input, whose addresses must not become links.
      name === 'message' ? withLinks(text) : escapeMarkup(text),
    ]),
  )
  return {
    text: tidied(fillPlaceholders(asText(html), values)),
    html: fillPlaceholders(styled(html), escaped).replace(/<p [^<>]*><\/p>\n?/g, ''),
  }
}

const LIST = READING.replace('margin:0 0 20px', 'margin:0 0 20px;padding:0 0 0 24px')

/** With the styles of the other parts. Line breaks are kept. */
function styled(html: string): string {
  return html
    .replace(/<p>([^]*?)<\/p>/g, (_, inner: string) => `<p>${inner.replace(/(<br \/>)?\n/g, '<br>')}</p>`)
    .replaceAll('<p>', `<p style="${READING}">`)
    .replace(/<(ul|ol)( start="\d+")?>/g, `<$1$2 style="${LIST}">`)
    .replace(LINKS, (whole, to?: string, label?: string, address?: string) => {
      if (address) return siteLink(address.replaceAll('&amp;', '&'))
      if (label === undefined || to === undefined) return whole
      return `<a style="color:${INK}" href="${to}">${siteOf(label) || label}</a>`
    })
}

/** Links, other tags, and addresses that are not links. */
const LINKS = /<a href="([^"]*)">([^]*?)<\/a>|<[^<>]*>|(https?:\/\/[^\s<>"]+)/g

/** The HTML as text: links with their address, and lists with dashes or numbers. */
function asText(html: string): string {
  return html
    .replace(/<a href="([^"]*)">([^]*?)<\/a>/g, (_, to: string, label: string) =>
      to === '' || to === label ? label : `${label} (${to.replace(/^mailto:/, '')})`,
    )
    .replace(/<ol(?: start="(\d+)")?>([^]*?)<\/ol>/g, (_, start: string | undefined, items: string) => {
      let next = Number(start ?? 1)
      return `${items.replace(/<li>\s*/g, () => `${next++}. `)}</ol>`
    })
    .replace(/<li>\s*/g, '- ')
    .replace(/<br \/>\n?/g, '\n')
    .replace(/<\/(p|ul|ol)>\n?/g, '\n\n')
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

function tidied(text: string): string {
  return text.replace(/\n{3,}/g, '\n\n').trim()
}
