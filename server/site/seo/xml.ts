import { escapeMarkup } from '#shared/kernel/escape.ts'

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** An XML element with text, which is escaped, or with child elements, which are already escaped. */
export function element(name: string, content: string | string[]): string {
  return `<${name}>${typeof content === 'string' ? escapeMarkup(content) : content.join('')}</${name}>`
}

/** An RSS 2.0 document. `self` is its own URL; `namespaces` are added to the root element. */
export function rss(
  { title, link, description, self }: { title: string; link: string; description: string; self: string },
  items: string[],
  namespaces = '',
): string {
  const channel = [
    element('title', title),
    element('link', link),
    element('description', description),
    element('language', 'en-us'),
    `<atom:link href="${escapeMarkup(self)}" rel="self" type="application/rss+xml"/>`,
    ...items,
  ]
  const root = `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"${namespaces}>`
  return `${XML_HEAD}${root}\n<channel>\n${channel.join('\n')}\n</channel>\n</rss>\n`
}
