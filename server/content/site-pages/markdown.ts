/** Converts the Markdown of pages to HTML. Only on the server, so that no browser loads a parser. */
import { micromark, type Options } from 'micromark'
import { escapeMarkup } from '#shared/kernel/escape.ts'
import { fillPlaceholders } from '#shared/platform/site-pages/slots.ts'

const PLAIN = [
  'blockQuote',
  'codeFenced',
  'codeIndented',
  'codeText',
  'definition',
  'htmlFlow',
  'htmlText',
  'labelStartImage',
  'setextUnderline',
  'thematicBreak',
]

const without = (constructs: string[]): Options => ({ extensions: [{ disable: { null: constructs } }] })

/**
 * The design supports paragraphs, lists, one level of headings, bold, italics and links. Other constructs, and HTML,
 * stay text. micromark escapes all text, and removes the address of a link with another protocol than http, https or
 * mailto.
 */
const OPTIONS = without(PLAIN)

/** Both parts of an email, text and HTML, support paragraphs, lists, bold, italics and links. */
const MAIL_OPTIONS = without([...PLAIN, 'headingAtx'])

/**
 * @param values the values of placeholders, which may also be in the address of a link. They are filled in after the
 *   conversion, so an underscore in an email address stays one. The addresses are checked after that.
 */
export function markdownToHtml(text: string, values: Readonly<Record<string, string>>): string {
  const html = withPlaceholdersInLinks(micromark(flattened(text), OPTIONS)).replace(
    /<(\/?)h[1-6]>/g,
    '<$1h3>',
  )
  const escaped = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, escapeMarkup(value)]),
  )
  return fillPlaceholders(html, escaped)
    .replace(/<a href="([^"]*)"/g, (link, to: string) => (isAllowed(to) ? link : '<a href=""'))
    .replaceAll('<a href="http', '<a rel="noreferrer" href="http')
}

/** micromark has checked the protocols, but not those that the values of placeholders bring in. */
function isAllowed(to: string): boolean {
  const [protocol] = /^[^/?#]*:/.exec(to) ?? []
  return protocol === undefined || /^(https?|mailto):/i.test(protocol)
}

/** micromark encodes the braces of `mailto:{email}`. */
function withPlaceholdersInLinks(html: string): string {
  return html.replace(/%7B([A-Za-z]+)%7D/g, '{$1}')
}

/** The HTML of a text in an email, without styles: `p`, `ul`, `ol`, `li`, `strong`, `em`, `a` and `br`. */
export function mailMarkdownToHtml(text: string): string {
  return micromark(flattened(text), MAIL_OPTIONS)
}

/** The addresses of the links in a Markdown text. The address of a link that is not allowed is empty. */
export function linksIn(text: string): string[] {
  return [...withPlaceholdersInLinks(micromark(flattened(text), OPTIONS)).matchAll(/<a href="([^"]*)"/g)].map(
    ([, to]) => to!.replaceAll('&amp;', '&'),
  )
}

/** Three markers of lists at the start of a line, and the end of the fourth. */
const DEEP_LIST = /^((?:[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]){3}[ \t]*\d{0,9})([-*+.)])(?=[ \t])/gm

/** The text with lists of three levels at most on one line. micromark takes seconds for thousands of levels. */
function flattened(text: string): string {
  return text.replace(DEEP_LIST, '$1\\$2')
}
