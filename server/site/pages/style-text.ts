import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * Returns a function for app/platform/page-styles.tsx: the text of a built style sheet by its URL. Each file is read once. Without
 * a folder, in development, every text is empty.
 * @param assets folder of the built assets
 */
export function styleText(assets: string | null): (href: string) => string {
  const texts = new Map<string, string>()
  return (href) => {
    if (assets === null) return ''
    let text = texts.get(href)
    // React Router may add `#` to the URL.
    if (text === undefined) text = readFileSync(join(assets, basename(href.replace(/#$/, ''))), 'utf8')
    texts.set(href, text)
    return text
  }
}
