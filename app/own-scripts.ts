/**
 * Finds the inline scripts of a document that the site itself wrote. During rendering, React Router adds a nonce to
 * each script. The nonce is random and used for one document only, so text from a customer, a product or an address
 * cannot contain it. The nonces are then removed, because the document is cached for all visitors. Its
 * Content-Security-Policy lists its scripts by hash instead.
 */

/**
 * Removes the nonces from a rendered document.
 * @returns the document without nonces, and the code of the inline scripts that had one
 */
export function takeOwnScripts(html: string, nonce: string): { html: string; scripts: string[] } {
  const parts = html.split(` nonce="${nonce}"`)
  const scripts = parts.slice(1).flatMap((after, index) => codeOf(parts[index]!, after))
  return { html: parts.join(''), scripts }
}

/**
 * The code of the inline script between whose attributes the nonce was; none for another element and for an empty
 * script or one with an address. React escapes `<` and `>` in attributes. (A regular expression over the whole document
 * took a twentieth of the time of a rendering.)
 */
function codeOf(before: string, after: string): string[] {
  const tagEnd = after.indexOf('>')
  const tag = before.slice(before.lastIndexOf('<')) + after.slice(0, tagEnd)
  const code = after.slice(tagEnd + 1, after.indexOf('</script>', tagEnd))
  return tag.startsWith('<script') && !/\ssrc=/.test(tag) && code !== '' ? [code] : []
}
