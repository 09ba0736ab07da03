/**
 * How the house's letters look. A letter is a title and a few parts; each part knows itself as text and as HTML, so
 * that the two never say different things. Mail programs take tables and inline styles. Nothing is loaded from
 * anywhere: no picture that must be allowed first, and none that tells when a letter was read.
 */
import { brand } from '#shared/brand.ts'
import { escapeMarkup } from '#shared/escape.ts'

export type Part = { readonly text: string; readonly html: string }

export type Letter = {
  /** What a list of mails shows after the subject. */
  preview: string
  title: string
  parts: readonly Part[]
  /** Why the reader has this letter; stands at its foot. */
  why: string
}

/** The words of a letter, ready to be sent. */
export type Words = { text: string; html: string }

/** `origin` is where the shop is found, without a slash at the end. */
export function renderLetter(letter: Letter, origin: string): Words {
  return { text: textOf(letter, origin), html: htmlOf(letter, origin) }
}

const PAPER = '#F4EFE6'
const MAT = '#FBF8F2'
const INK = '#1C1A17'
const SOFT = '#514B42'
const RULE = '#CFC8BC'
const SANS = "Futura,'Century Gothic','Avenir Next',Verdana,sans-serif"
const SERIF = "'EB Garamond',Garamond,Georgia,'Times New Roman',serif"
const READING = `margin:0 0 20px;font:18px/1.5 ${SERIF};color:${INK}`
const LABEL = `font:600 12px/1.5 ${SANS};letter-spacing:1.4px;text-transform:uppercase;color:${SOFT}`
const FIGURES = 'font-variant-numeric:lining-nums tabular-nums'

/** A paragraph, with its own line breaks. */
export function words(text: string): Part {
  return { text, html: `<p class="ink" style="${READING}">${inLines(text)}</p>` }
}

/** Somebody else's text, with its own line breaks. */
export function quoted(text: string): Part {
  return {
    text,
    html: `<p class="ink rule" style="${READING};padding-left:16px;border-left:2px solid ${RULE};white-space:pre-wrap">${escapeMarkup(text)}</p>`,
  }
}

/** The one thing that the reader is likely to do. */
export function button(label: string, url: string): Part {
  const link = `display:inline-block;padding:14px 24px;font:600 14px/1.2 ${SANS};letter-spacing:1px;color:${MAT};text-decoration:none`
  return {
    text: `${label}:\n${url}`,
    html: [
      '<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 28px"><tr>',
      `<td class="button" bgcolor="${INK}" style="background:${INK}"><a class="button" href="${escapeMarkup(url)}" style="${link}">${escapeMarkup(label)}</a></td>`,
      '</tr></table>',
    ].join(''),
  }
}

/** An address in words, for whoever cannot press the button. */
export function copied(url: string): Part {
  return {
    text: '',
    html: `<p class="soft" style="margin:0 0 24px;font:14px/1.5 ${SERIF};color:${SOFT};word-break:break-all">If the button does nothing, open this address: ${escapeMarkup(url)}</p>`,
  }
}

/** Label and value, a line each, as on a museum's label. Empty values are left out. */
export function facts(of: readonly (readonly [label: string, value: string])[]): Part {
  const known = of.filter(([, value]) => value !== '')
  const rows = known.map(
    ([label, value]) =>
      `<tr><td class="soft" valign="top" style="padding:4px 20px 4px 0;${LABEL};line-height:24px">${escapeMarkup(label)}</td>` +
      `<td class="ink" valign="top" style="padding:4px 0;font:17px/24px ${SERIF};color:${INK};word-break:break-word;${FIGURES}">${inLines(value)}</td></tr>`,
  )
  return {
    text: known.map(([label, value]) => `${label}: ${value.replaceAll('\n', '\n  ')}`).join('\n'),
    html: `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px">${rows.join('')}</table>`,
  }
}

type Sum = readonly [label: string, amount: string]

/** What was bought, what it comes to, and the total. */
export function bill(goods: readonly Sum[], sums: readonly Sum[], total: Sum): Part {
  const row = ([label, amount]: Sum, top: string, font: string) =>
    `<tr><td class="ink rule" valign="top" style="padding:8px 16px 8px 0;${top}${font};color:${INK}">${escapeMarkup(label)}</td>` +
    `<td class="ink rule" align="right" valign="top" style="padding:8px 0;${top}${font};color:${INK};white-space:nowrap;${FIGURES}">${escapeMarkup(amount)}</td></tr>`
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
    html: `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;margin:0 0 28px">${html.join('')}</table>`,
  }
}

/** What others have typed, as one line of a text. */
export function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim()
}

function textOf({ title, parts, why }: Letter, origin: string): string {
  const body = parts.map(({ text }) => text).filter((text) => text !== '')
  const foot = `${why}\n${brand.roasters}, ${ADDRESS}\n${origin}`
  return `${title.toUpperCase()}\n\n${body.join('\n\n')}\n\n--\n${foot}\n`
}

const { street, city, state, postalCode } = brand.place
const ADDRESS = `${street}, ${city}, ${state} ${postalCode}`

/** Colours of the night, for programs that follow the reader's scheme; each class stands beside its day in the tags. */
const NIGHT = [
  '.paper{background:#17181C!important}.mat{background:#22242B!important;border-color:#8A8577!important}',
  '.ink{color:#F4EFE6!important}.soft{color:#CFC8BC!important}.rule{border-color:#4A4C54!important}',
  '.button{background:#F4EFE6!important;color:#1C1A17!important}.mark{border-color:#F4EFE6!important}',
].join('')

const STYLE = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  'a{color:inherit}',
  '@media (max-width:575px){.mat{padding:28px 20px 8px!important}.paper-around{padding:20px 10px!important}}',
  `@media (prefers-color-scheme:dark){${NIGHT}}`,
].join('')

function htmlOf({ preview, title, parts, why }: Letter, origin: string): string {
  const small = `margin:0 0 6px;font:14px/1.5 ${SERIF};color:${SOFT}`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeMarkup(title)}</title><style>${STYLE}</style></head>
<body class="paper" style="margin:0;padding:0;background:${PAPER};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeMarkup(preview)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${PAPER}" style="background:${PAPER}"><tr><td class="paper-around" align="center" style="padding:36px 16px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">
<tr><td align="left" style="padding:0 0 20px">${mark(origin)}</td></tr>
<tr><td class="mat" bgcolor="${MAT}" align="left" style="padding:40px 40px 20px;background:${MAT};border:1px solid ${INK}">
<h1 class="ink" style="margin:0 0 24px;font:600 22px/1.25 ${SANS};letter-spacing:1.8px;text-transform:uppercase;color:${INK}">${escapeMarkup(title)}</h1>
${parts.map(({ html }) => html).join('\n')}
</td></tr>
<tr><td align="left" style="padding:20px 0 0"><p class="soft" style="${small}">${escapeMarkup(why)}</p><p class="soft" style="${small}">${escapeMarkup(`${brand.roasters}, ${ADDRESS}`)}</p></td></tr>
</table></td></tr></table></body></html>
`
}

/** The house's mark in letters and lines: a frame that is left open where the picture steps out. */
function mark(origin: string): string {
  const lines = ['top', 'bottom', 'left'].map((side) => `border-${side}:2px solid ${INK}`).join(';')
  const link = `font:600 20px/1 ${SANS};letter-spacing:7px;color:${INK};text-decoration:none`
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="mark" style="padding:11px 4px 11px 14px;${lines}"><a class="ink" href="${escapeMarkup(origin)}/" style="${link}">${escapeMarkup(brand.mark)}</a></td></tr></table>`
}

function inLines(text: string): string {
  return text.split('\n').map(escapeMarkup).join('<br>')
}
