/**
 * The layout of all mails. An email consists of a title and parts. Each part has a text and an HTML form, so that the two
 * always match. Tables and inline styles are used, because many mail programs support nothing else. Tables of the layout
 * are presentational; tables of facts and goods have headers. Mails load no images, except for the pictures of newsletters,
 * gift cards and the goods of an order, and drawings. Their addresses are the same for every recipient: there is no
 * tracking. The HTML shows no web addresses: a long one makes the mail wider than a phone, and a screen reader
 * spells it. Each is a link with words, and only the text form has the address.
 */
import { addressLine, type Business } from '#shared/platform/business.ts'
import { escapeMarkup } from '#shared/kernel/escape.ts'
import type { PictureFacts } from '#shared/kernel/picture.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { anchor, INK, withLinks, withoutAddresses, type LinkWords } from './mail-links.ts'

/** A part of an email: both forms of it, or the text of a paragraph. */
export type Part = string | Block

type Block = { readonly text: string; readonly html: string }

export type MailContent = {
  /** The preview text that mail programs show after the subject. */
  preview: string
  title: string
  parts: readonly Part[]
  /** One of the drawings of imagery/drawings, at the end. */
  drawing?: 'bar' | 'delivery' | 'moka' | 'packing' | 'pour'
  /** Why the recipient gets this email; shown in the footer. */
  why: string
}

/** Both forms of an email, ready to be sent. `calendar` is an attached calendar file (RFC 5545).
 * `unsubscribe` is the URL for the header List-Unsubscribe (RFC 8058). */
export type MailBody = { text: string; html: string; calendar?: string; unsubscribe?: string }

/** @param origin the base URL of the shop, without a trailing slash */
export function mailBody(content: MailContent, origin: string, business: Business): MailBody {
  return { text: textOf(content, origin, business), html: htmlOf(content, origin, business) }
}

/** The same, with the address and the name of the shop. */
export async function renderMail(shop: Shop, content: MailContent): Promise<MailBody> {
  const origin = originOf(shop.config)
  const picture = content.drawing ? shop.pictureOf(`/pictures/${content.drawing}.jpg`) : null
  const drawing = picture && picturePart({ ...picture, src: origin + picture.src }, DRAWING_WIDTH)
  // The text of a mail loses nothing without its drawing.
  const parts = drawing ? [...content.parts, { ...drawing, text: '' }] : content.parts
  return mailBody({ ...content, parts }, origin, await businessOf(shop))
}

const PAPER = '#F4EFE6'
const MAT = '#FBF8F2'
const SOFT = '#514B42'
const RULE = '#CFC8BC'
const SANS = "Futura,'Century Gothic','Avenir Next',Verdana,sans-serif"
const SERIF = "'EB Garamond',Garamond,Georgia,'Times New Roman',serif"
export const READING = `margin:0 0 20px;font:18px/1.5 ${SERIF};color:${INK}`
const LABEL = `font:600 12px/1.5 ${SANS};letter-spacing:1.4px;text-transform:uppercase;color:${SOFT}`
const FIGURES = 'font-variant-numeric:lining-nums tabular-nums'

/** A paragraph. Line breaks in the text are kept. */
function paragraph(text: string): Block {
  return { text, html: `<p style="${READING}">${inLines(text)}</p>` }
}

const blockOf = (part: Part) => (typeof part === 'string' ? paragraph(part) : part)

/** A paragraph that a person wrote. Line breaks are kept, and addresses become links. */
export function typedText(text: string): Block {
  return { text, html: `<p style="${READING}">${withLinks(text).replaceAll('\n', '<br>')}</p>` }
}

/** A quotation. Line breaks in the text are kept, and addresses become links. */
export function quoted(text: string): Block {
  return {
    text,
    html: `<p style="${READING};padding-left:16px;border-left:2px solid ${RULE};white-space:pre-wrap">${withLinks(text)}</p>`,
  }
}

/** A link as a line of its own. @param words where it leads or what it does, without a colon */
export function linkLine(words: string, url: string): Block {
  return {
    text: `${words}:\n${url}`,
    html: `<p style="${READING}">${anchor({ words, url })}</p>`,
  }
}

/** A button with a link: a cell with a color. Classic Outlook ignores the padding of a link, and takes that of the cell. */
export function button(label: string, url: string): Block {
  const link = `display:inline-block;padding:14px 24px;font:600 14px/1.2 ${SANS};letter-spacing:1px;color:${MAT};text-decoration:none`
  return {
    text: `${label}:\n${url}`,
    html: [
      '<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 28px"><tr>',
      `<td bgcolor="${INK}" style="background:${INK};mso-padding-alt:14px 24px"><a href="${escapeMarkup(url)}" style="${link}">${escapeMarkup(label)}</a></td>`,
      '</tr></table>',
    ].join(''),
  }
}

/** A heading inside an email. */
export function heading(text: string): Block {
  return {
    text: text.toUpperCase(),
    html: `<h2 style="margin:8px 0 12px;font:600 16px/1.3 ${SANS};letter-spacing:1.2px;color:${INK}">${escapeMarkup(text)}</h2>`,
  }
}

/** What the reader looks for first, in large letters under a label. @param spacing between the letters, in pixels */
export function headline(label: string, text: string, spacing = 0.4): Block {
  return {
    text: `${label}: ${text}`,
    html: [
      `<p style="margin:0 0 4px;${LABEL}">${escapeMarkup(label)}</p>`,
      `<p style="margin:0 0 24px;font:600 20px/1.3 ${SANS};letter-spacing:${spacing}px;color:${INK}">${escapeMarkup(text)}</p>`,
    ].join(''),
  }
}

/**
 * A picture over the whole width. `src` is a URL that is the same for every recipient.
 * @param most the largest width, in pixels
 */
export function picturePart(
  { src, alt, width, height }: Omit<PictureFacts, 'blur' | 'widths'>,
  most = PICTURE_WIDTH,
): Block {
  const shown = Math.min(width, most)
  const size = `width="${shown}" height="${Math.round((height * shown) / width)}"`
  return {
    text: alt ? `[${alt}]` : '',
    html: `<img src="${escapeMarkup(src)}" alt="${escapeMarkup(alt)}" ${size} style="display:block;width:100%;max-width:${shown}px;height:auto;margin:0 0 20px;border:0">`,
  }
}

/** In pixels: the mat of an email without its margins, and a drawing at the end. */
const PICTURE_WIDTH = 518
const DRAWING_WIDTH = 200

/** Small links, such as the one that unsubscribes. */
export function linkList(links: readonly (readonly [label: string, url: string])[]): Block {
  const html = links.map(
    ([label, url]) => `<a style="color:${SOFT}" href="${escapeMarkup(url)}">${escapeMarkup(label)}</a>`,
  )
  return {
    text: links.map(([label, url]) => `${label}: ${url}`).join('\n'),
    html: `<p style="margin:28px 0 16px;padding-top:16px;border-top:1px solid ${RULE};font:14px/1.7 ${SERIF};color:${SOFT}">${html.join(' &nbsp; ')}</p>`,
  }
}

type Value = string | LinkWords | readonly LinkWords[]

/** A table of labels and values, one line each. Empty values are left out. */
export function facts(of: readonly (readonly [label: string, value: Value])[]): Block {
  const filled = of.filter(([, value]) => value !== '')
  const rows = filled.map(
    ([label, value]) =>
      `<tr><th scope="row" align="left" valign="top" style="padding:4px 20px 4px 0;text-align:left;${LABEL};line-height:24px;${label.length < 16 ? 'white-space:nowrap' : ''}">${escapeMarkup(label)}</th>` +
      `<td valign="top" style="padding:4px 0;font:17px/24px ${SERIF};color:${INK};${FIGURES}">${valueHtml(value)}</td></tr>`,
  )
  return {
    text: filled.map(([label, value]) => `${label}: ${valueText(value).replaceAll('\n', '\n  ')}`).join('\n'),
    html: `<table cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px">${rows.join('')}</table>`,
  }
}

function valueText(value: Value): string {
  if (typeof value === 'string') return value
  return [value]
    .flat()
    .map(({ words, url }) => `${words}\n${url}`)
    .join('\n')
}

function valueHtml(value: Value): string {
  return typeof value === 'string' ? inLines(value) : [value].flat().map(anchor).join('<br>')
}

type Sum = readonly [label: string, amount: string]

const BILL_HEAD = [
  `<tr><th scope="col" colspan="2" align="left" style="padding:0 16px 4px 0;text-align:left;${LABEL}">Item</th>`,
  `<th scope="col" align="right" style="padding:0 0 4px;text-align:right;${LABEL};white-space:nowrap">Amount</th></tr>`,
].join('')

/** An item of a bill, with the URL of its picture if it has one. */
type Item = readonly [label: string, amount: string, picture?: string | undefined]

/** A table of items, sums and the total. */
export function bill(goods: readonly Item[], sums: readonly Sum[], total: Sum): Block {
  const row = ([label, amount, picture]: Item, top: string, font: string) =>
    `<tr>${picture ? thumb(picture, top) : ''}<th scope="row"${picture ? '' : ' colspan="2"'} align="left" valign="top" style="padding:8px 16px 8px 0;text-align:left;${top}${font};color:${INK}">${escapeMarkup(label)}</th>` +
    `<td align="right" valign="top" style="padding:8px 0;${top}${font};color:${INK};white-space:nowrap;${FIGURES}">${escapeMarkup(amount)}</td></tr>`
  const thin = `border-top:1px solid ${RULE};`
  const html = [
    ...goods.map((line) => row(line, thin, `font:17px/24px ${SERIF}`)),
    ...sums.map((line, index) => row(line, index === 0 ? thin : '', `font:italic 16px/20px ${SERIF}`)),
    row(total, thin, `font:600 16px/24px ${SANS}`),
  ]
  const width = Math.max(...[...goods, ...sums, total].map(([label]) => label.length)) + 3
  const plain = [...goods, ...sums, total].map(
    ([label, amount]) => `${label.padEnd(width)}${amount.padStart(9)}`,
  )
  return {
    text: plain.join('\n'),
    html: `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;margin:0 0 28px">${BILL_HEAD}${html.join('')}</table>`,
  }
}

/** The picture of an item, as on the product's page. The label beside it says what it is. */
function thumb(src: string, top: string): string {
  return `<td width="84" valign="top" style="width:84px;padding:8px 12px 8px 0;${top}"><img src="${escapeMarkup(src)}" alt="" width="72" height="90" style="display:block;width:72px;height:90px;object-fit:contain;border:0"></td>`
}

/** Returns user input as one line of text. */
export function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim()
}

function textOf({ title, parts, why }: MailContent, origin: string, business: Business): string {
  const body = parts.map((part) => blockOf(part).text).filter((text) => text !== '')
  const foot = `${why}\n${signature(business)}\n${origin}`
  return `${title.toUpperCase()}\n\n${body.join('\n\n')}\n\n--\n${foot}\n`
}

/** Mails are on paper in dark programs, too: a program that inverts all colors would make a dark mail light. */
const STYLE = [
  ':root{color-scheme:light;supported-color-schemes:light}',
  'a{color:inherit}',
  '@media (max-width:575px){.mat{padding:28px 20px 8px!important}.around{padding:20px 10px!important}}',
].join('')

/** The name and the address of the shop. */
function signature({ roasters, place }: Business): string {
  return `${roasters}, ${addressLine(place)}`
}

function htmlOf({ preview, title, parts, why }: MailContent, origin: string, business: Business): string {
  const small = `margin:0 0 6px;font:14px/1.5 ${SERIF};color:${SOFT}`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light"><meta name="supported-color-schemes" content="light">
<title>${escapeMarkup(title)}</title><style>${STYLE}</style></head>
<body style="margin:0;padding:0;background:${PAPER};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeMarkup(withoutAddresses(preview))}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${PAPER}" style="background:${PAPER}"><tr><td class="around" align="center" style="padding:36px 16px;word-break:break-word;overflow-wrap:anywhere">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">
<tr><td align="left" style="padding:0 0 20px">${mark(origin, business)}</td></tr>
<tr><td class="mat" bgcolor="${MAT}" align="left" style="padding:40px 40px 20px;background:${MAT};border:1px solid ${INK}">
<h1 style="margin:0 0 24px;font:600 22px/1.25 ${SANS};letter-spacing:1.8px;text-transform:uppercase;color:${INK}">${escapeMarkup(title)}</h1>
${parts.map((part) => blockOf(part).html).join('\n')}
</td></tr>
<tr><td align="left" style="padding:20px 0 0"><p style="${small}">${escapeMarkup(why)}</p><p style="${small}">${escapeMarkup(signature(business))}</p></td></tr>
</table></td></tr></table></body></html>
`
}

/**
 * The shop's logo: its name as text, so that it needs no picture, in lines that are open at one corner, on a plate of paper,
 * which programs that change colors keep.
 */
function mark(origin: string, business: Business): string {
  const link = `font:600 20px/1 ${SANS};letter-spacing:7px;color:${INK};text-decoration:none`
  const table = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"'
  return [
    `${table} bgcolor="${MAT}" style="background:${MAT}"><tr><td style="padding:12px">${table}><tr>`,
    `<td rowspan="2" style="padding:10px 2px 10px 14px;${lines('top', 'bottom', 'left')}"><a href="${escapeMarkup(origin)}/" style="${link}">${escapeMarkup(business.mark)}</a></td>`,
    `<td width="16" height="18" style="width:16px;height:18px;font-size:0;line-height:0">&nbsp;</td></tr>`,
    `<tr><td style="font-size:0;line-height:0;${lines('right', 'bottom')}">&nbsp;</td></tr></table></td></tr></table>`,
  ].join('')
}

function lines(...sides: string[]): string {
  return sides.map((side) => `border-${side}:2px solid ${INK}`).join(';')
}

function inLines(text: string): string {
  return text.split('\n').map(escapeMarkup).join('<br>')
}
