// On SQLite only: texts of mails, the same code on both databases.
/** Every kind of mail, as text and on a phone of 390 px. */
import { chromium, type Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIL_KINDS } from '#shared/platform/mails/kinds.ts'
import { MAIL_SETTINGS } from '#test/mailbox.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { findChromium } from '../../../scripts/chromium.mjs'
import { everyMail, linkWords } from './every-mail.testing.ts'
import type { MailBody } from '../kinds/template.ts'

const PHONE = { width: 390, height: 844 }

let shop: TestShop
let mails: [name: string, mail: MailBody][]
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  mails = Object.entries(await everyMail(shop)).flatMap(([kind, all]) =>
    all.map((mail, index): [string, MailBody] => [`${kind} ${index}`, mail]),
  )
})
afterAll(() => shop.close())

/** What a reader of the HTML sees, without the head. */
const visible = (html: string) =>
  html
    .replace(/^[^]*<body[^>]*>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')

test('every kind of mail is here', () => {
  const kinds = new Set(mails.map(([name]) => name.split(' ')[0]))
  expect(kinds).toEqual(new Set([...MAIL_KINDS, 'test']))
})

test('the HTML of a mail shows no web address: each is a link with words, and the text has the address', () => {
  expect(mails.length).toBeGreaterThan(80)
  for (const [name, mail] of mails) {
    expect(visible(mail.html), name).not.toMatch(/https?:|www\.|frame\.example/)
    for (const words of linkWords(mail)) expect(words.trim(), name).toMatch(/\p{L}{2}/u)
    const links = [...mail.html.matchAll(/href="(https[^"]*)"/g)].map(([, to = '']) =>
      to.replaceAll('&amp;', '&'),
    )
    for (const link of links) expect(mail.text, name).toContain(link.replace(/\/$/, ''))
  }
})

test('two links of a mail with the same words lead to the same place', () => {
  for (const [name, mail] of mails) {
    const links = [...mail.html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)]
    const targets = new Map<string, string>()
    for (const [, to = '', words = ''] of links) {
      expect([name, words, targets.get(words) ?? to]).toEqual([name, words, to])
      targets.set(words, to)
    }
  }
})

test('a mail has a text, and its tables are either of the layout or have headers', () => {
  for (const [name, { text, html }] of mails) {
    expect(text.length, name).toBeGreaterThan(100)
    for (const [, attributes = '', rows = ''] of html.matchAll(
      /<table([^>]*)>((?:(?!<table)[^])*?)<\/table>/g,
    )) {
      const hasHeaders = /<th scope="(row|col)"/.test(rows)
      expect([name, hasHeaders]).toEqual([name, !attributes.includes('role="presentation"')])
    }
  }
})

test('the HTML of a mail is under 60 KB, on light ground, with one button at most', () => {
  for (const [name, { html }] of mails) {
    expect(Buffer.byteLength(html), name).toBeLessThan(60_000)
    expect(html, name).toContain('<meta name="color-scheme" content="light">')
    expect(html.split('mso-padding-alt').length - 1, name).toBeLessThanOrEqual(1)
  }
})

test('the preview of a mail about an order has 40 to 90 characters', () => {
  const previews = mails.flatMap(([name, { html }]) => {
    const isToBuyer = name.startsWith('order-') && !name.startsWith('order-to-ship')
    return isToBuyer ? [`${name}: ${/mso-hide:all">([^<]*)</.exec(html)?.[1] ?? ''}`] : []
  })
  expect(previews.length).toBeGreaterThan(40)
  expect(previews.filter((preview) => !/: .{40,90}$/.test(preview))).toEqual([])
})

test('a mail is not wider than a phone', async () => {
  const executablePath = findChromium()
  const browser: Browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const page = await browser.newPage({ viewport: PHONE })
    const wide: string[] = []
    for (const [name, { html }] of mails) {
      await page.setContent(html)
      const width = await page.evaluate('document.documentElement.scrollWidth')
      if (width !== PHONE.width) wide.push(`${name}: ${String(width)} px`)
    }
    expect(wide).toEqual([])
  } finally {
    await browser.close()
  }
})
