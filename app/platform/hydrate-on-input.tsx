/**
 * Hydrates a page on the first input of the visitor, or after everything in view has loaded. Scripts are most of the
 * size of a page. If they were loaded at once, they would take bandwidth from fonts and pictures. A button that is
 * pressed before hydration is immediately shown as busy, and the press is repeated after hydration. Changes of fields
 * are repeated too.
 */
import { Scripts } from 'react-router'

/**
 * React Router's `<Scripts>` in a `<noscript>`, whose content is only text if the browser runs scripts. React renders
 * it on the server and ignores it when it hydrates. `HYDRATE_ON_INPUT` parses the text with the browser's HTML parser,
 * so it does not depend on how React Router writes its scripts.
 */
export function DeferredScripts() {
  if (!import.meta.env.PROD) return <Scripts />
  return (
    <>
      <noscript>
        <Scripts />
      </noscript>
      <script
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? HYDRATE_ON_INPUT : ' ' }}
      />
    </>
  )
}

/** Runs in the page as an inline script, directly after the `<noscript>`. It cannot use anything outside of itself. */
function hydrateOnInput(): void {
  const inputs = ['pointerdown', 'touchstart', 'keydown', 'focusin']
  // React can hydrate during the first of them, and then sets a list back before the second.
  const changes = ['input', 'change']
  const changed = new Set<EventTarget>()
  let pressed: HTMLElement | null | undefined
  let isStarted = false

  const template = document.createElement('template')
  template.innerHTML = document.currentScript!.previousElementSibling!.textContent
  // A script element from a template never runs, but a new element with the same code runs.
  const run = ({ type, textContent }: HTMLScriptElement) => {
    const script = Object.assign(document.createElement('script'), { type, textContent })
    // If a script cannot be loaded, clicks are no longer held back. The browser can submit most forms without React.
    script.addEventListener('error', releasePress)
    document.body.append(script)
  }

  const holdPress = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return
    // Elements that need scripts. Links work without them.
    const control = (event.target as Element).closest<HTMLElement>('button, [aria-haspopup]')
    if (!control) return
    // React must not handle this event, because the press is repeated after hydration.
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed?.removeAttribute('aria-busy')
    pressed = control
    pressed.setAttribute('aria-busy', 'true')
  }
  const rememberChange = ({ target }: Event) => target && changed.add(target)
  const onHydrated = () => {
    for (const name of changes) removeEventListener(name, rememberChange, true)
    for (const field of changed) {
      if (!(field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type)))
        field.dispatchEvent(new Event('change', { bubbles: true }))
      else if (field.checked || field.type === 'checkbox') {
        // React handles only clicks on these fields, and only if the state has changed.
        field.checked = !field.checked
        field.click()
      }
    }
    releasePress()
  }
  const releasePress = () => {
    removeEventListener('click', holdPress, true)
    // In a new task, after React has rendered the changes.
    setTimeout(() => {
      pressed?.removeAttribute('aria-busy')
      if (pressed?.isConnected) pressed.click()
      pressed = null
    })
  }
  const start = () => {
    if (isStarted) return
    if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', start)
    isStarted = true
    document.head.append(...template.content.querySelectorAll('link'))
    template.content.querySelectorAll<HTMLScriptElement>('script[type=module]').forEach(run)
    // Hydration may take longer: changes are remembered until then.
    setTimeout(releasePress, 10_000)
  }

  // Scripts that are not modules contain the page's data. They are inline and run at once.
  for (const script of template.content.querySelectorAll('script')) if (script.type !== 'module') run(script)
  addEventListener('click', holdPress, true)
  for (const name of changes) addEventListener(name, rememberChange, true)
  addEventListener('hydrated', onHydrated, { once: true })
  for (const name of inputs) addEventListener(name, start, { once: true, passive: true })
  // A fallback for pictures that never load, and for tabs in the background, which have no animation frames.
  setTimeout(start, 3000)
  addEventListener('load', () => requestAnimationFrame(() => setTimeout(start)))
}

/** The code of the inline script, for its hash in the Content-Security-Policy. It is not in the browser's bundle. */
export const HYDRATE_ON_INPUT = /* @__PURE__ */ callOf(hydrateOnInput)

function callOf(code: () => void): string {
  return `(${code.toString()})()`
}
