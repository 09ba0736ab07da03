/**
 * Which inline scripts of a document are the site's own. While a document is rendered, React Router puts a nonce on
 * each script that it writes; the nonce is random and exists only until the document is done, so that no text of a
 * customer, a product or an address can carry it. The nonces are taken out again: a document is kept and sent to
 * everybody, and its policy names its scripts by hash.
 */

/**
 * Takes the nonces out of a rendered document.
 * @returns the document without them, and the code of the inline scripts that carried one
 */
export function takeOwnScripts(html: string, nonce: string): { html: string; scripts: string[] } {
  const mark = ` nonce="${nonce}"`
  const scripts: string[] = []
  for (const [, before = '', after = '', code = ''] of html.matchAll(
    new RegExp(`<script([^<>]*)${mark}([^<>]*)>([\\s\\S]*?)</script>`, 'g'),
  )) {
    if (code !== '' && !/\ssrc=/.test(before + after)) scripts.push(code)
  }
  return { html: html.replaceAll(mark, ''), scripts }
}
