/**
 * A page is shown first and comes alive afterwards. Its scripts are most of its weight; loaded at once, as React Router
 * writes the document, they take the line from style, letters and pictures. So they wait until all that is in view
 * is there, or until the visitor stirs. What is pressed in between is pressed again once somebody listens.
 */

const PRELOAD = '<link rel="modulepreload"'
const SCRIPT = '<script type="module" async="">'

/** Puts the scripts of a rendered document off. Throws when the document does not look as expected. */
export function wakeLater(html: string): string {
  if (html.split(SCRIPT).length !== 2 || !html.includes(PRELOAD) || !html.endsWith('</body></html>'))
    throw new Error('React Router writes its scripts in another way: app/waking.ts does not know how to wait')
  return html
    .replaceAll(PRELOAD, '<link rel="later"')
    .replace(SCRIPT, '<script type="later">')
    .replace('</body></html>', () => `<script>${WAKE}</script></body></html>`)
}

/** Runs in the page, as text: it can use nothing from outside of itself. */
function wake(): void {
  const stirs = ['pointerover', 'touchstart', 'keydown', 'focusin']
  const changed = new Set<EventTarget>()
  let pressed: HTMLElement | null | undefined
  let begun = false

  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return
    // What has no meaning, or another one, without scripts. Other links go where they lead.
    const found = (event.target as Element).closest<HTMLElement>('button, [aria-haspopup]')
    if (!found) return
    // React must not hear of it either: it would answer now, and again when we press once more.
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed = found
  }
  const change = ({ target }: Event) => target && changed.add(target)
  const listen = () => {
    removeEventListener('click', press, true)
    removeEventListener('change', change, true)
    for (const field of changed) field.dispatchEvent(new Event('change', { bubbles: true }))
    // In a turn of its own, when what follows from the changes has been drawn.
    setTimeout(() => {
      if (pressed?.isConnected) pressed.click()
      pressed = null
    })
  }
  const begin = () => {
    if (begun) return
    if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', begin)
    begun = true
    for (const name of stirs) removeEventListener(name, begin)
    for (const link of document.querySelectorAll('link[rel=later]')) link.setAttribute('rel', 'modulepreload')
    const asleep = document.querySelector('script[type=later]')
    const awake = document.createElement('script')
    awake.type = 'module'
    awake.textContent = asleep?.textContent ?? ''
    // Scripts that do not come leave the page to the browser, which can send most of its forms.
    awake.addEventListener('error', listen)
    setTimeout(listen, 10_000)
    asleep?.replaceWith(awake)
  }

  addEventListener('click', press, true)
  addEventListener('change', change, true)
  addEventListener('alive', listen, { once: true })
  for (const name of stirs) addEventListener(name, begin, { passive: true })
  // Pictures that hang must not keep the page asleep, nor a tab in the background that draws no frames.
  setTimeout(begin, 3000)
  addEventListener('load', () => requestAnimationFrame(() => setTimeout(begin)))
}

/** The code of the script that `wakeLater` adds. */
export const WAKE = `(${wake.toString()})()`
