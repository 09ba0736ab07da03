/** Reads pages as the server sends them, for tests of texts and links that need no browser. */
import { expect, type APIRequestContext } from '@playwright/test'

/** The HTML inside the first element with this name. */
export async function htmlOf(request: APIRequestContext, path: string, element: string): Promise<string> {
  const answer = await request.get(path)
  expect(answer.status(), path).toBe(200)
  const [, inside] = new RegExp(`<${element}[ >](.*?)</${element}>`, 's').exec(await answer.text()) ?? []
  expect(inside, `${path} has <${element}>`).toBeDefined()
  return inside!
}

/** The text of all elements with this name. */
export function textsOf(html: string, element: string): string[] {
  return [...html.matchAll(new RegExp(`<${element}(?: [^>]*)?>(.*?)</${element}>`, 'gs'))].map(
    ([, inside = '']) => plainText(inside),
  )
}

/** The text of HTML: without tags, with decoded characters and single spaces. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<\/(?:p|li|h\d|section|div|td|th|dt|dd)>|<br\/?>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&#x27;', '’')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
