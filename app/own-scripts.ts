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
  const attribute = ` nonce="${nonce}"`
  const scripts: string[] = []
  for (const [, before = '', after = '', code = ''] of html.matchAll(
    new RegExp(`<script([^<>]*)${attribute}([^<>]*)>([\\s\\S]*?)</script>`, 'g'),
  )) {
    if (code !== '' && !/\ssrc=/.test(before + after)) scripts.push(code)
  }
  return { html: html.replaceAll(attribute, ''), scripts }
}
