/**
 * A page is shown first and hydrated on the first input of the visitor, or as soon as all that is in view has loaded.
 * Its scripts are most of its weight; loaded at once, they would take bandwidth from its styles, fonts and pictures.
 * A press of a button before that is repeated once React listens.
 */
import { Scripts } from 'react-router'

/**
 * React Router's `<Scripts>`, in a `<noscript>`, whose content a browser that runs scripts keeps as text. React puts
 * what stands in it where it was written, and takes nothing of it into account when it hydrates. `HYDRATE_ON_INPUT`
 * reads it with the browser's own parser: how React Router writes its scripts does not matter.
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

/** Runs in the page, as text, right behind the `<noscript>`: it can use nothing from outside of itself. */
function hydrateOnInput(): void {
  const inputs = ['pointerover', 'touchstart', 'keydown', 'focusin']
  const changed = new Set<EventTarget>()
  let pressed: HTMLElement | null | undefined
  let begun = false

  const template = document.createElement('template')
  template.innerHTML = document.currentScript!.previousElementSibling!.textContent
  // A script that was parsed in this way never runs; a new one with the same code does.
  const run = ({ type, textContent }: HTMLScriptElement) => {
    const script = document.createElement('script')
    script.type = type
    script.textContent = textContent
    // Scripts that do not come leave the page to the browser, which can send most of its forms.
    script.addEventListener('error', listen)
    document.body.append(script)
  }

  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return
    // What does nothing, or something else, without scripts. Other links go where they lead.
    const found = (event.target as Element).closest<HTMLElement>('button, [aria-haspopup]')
    if (!found) return
    // React must not see it either: it would answer now, and again when we press once more.
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
    for (const name of inputs) removeEventListener(name, begin)
    document.head.append(...template.content.querySelectorAll('link'))
    for (const script of template.content.querySelectorAll('script'))
      if (script.type === 'module') run(script)
    setTimeout(listen, 10_000)
  }

  // What is no module hands over the page's data, and takes no time to load.
  for (const script of template.content.querySelectorAll('script')) if (script.type !== 'module') run(script)
  addEventListener('click', press, true)
  addEventListener('change', change, true)
  addEventListener('hydrated', listen, { once: true })
  for (const name of inputs) addEventListener(name, begin, { passive: true })
  // Neither pictures that never come may keep the page from hydrating, nor a tab in the background, which draws nothing.
  setTimeout(begin, 3000)
  addEventListener('load', () => requestAnimationFrame(() => setTimeout(begin)))
}

/** The code of the script that `DeferredScripts` adds, for the Content-Security-Policy. The browser's bundle drops it. */
export const HYDRATE_ON_INPUT = /* @__PURE__ */ calling(hydrateOnInput)

function calling(code: () => void): string {
  return `(${code.toString()})()`
}
