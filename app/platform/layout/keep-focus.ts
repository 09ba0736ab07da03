import { gapOf, isUsable, nextFocus, type Gap } from './next-focus.ts'

/** How long a page may take to move the focus itself, in milliseconds. */
const SETTLE = 50
/** How many of the elements that had the focus before are remembered. */
const REMEMBERED = 12

/**
 * What the layout does. It is not imported, because the chunk of this code must load no style sheet: documents contain
 * their own styles.
 */
type Page = { focusHeading: () => void; isHeadingDue: () => boolean; announce: (text: string) => void }

/**
 * Keeps the focus in place when the focused element is removed, moved, hidden or disabled, mostly by its own press:
 * *Refund* becomes a form, *Remove* removes its row, and the heading of a page that is loading is replaced. `nextFocus` has
 * the rules. What the visitor or the page itself focuses comes first. A heading that has the focus is announced when its
 * text changes. Returns a function that ends it.
 */
export function keepFocus(page: Page): () => void {
  const keeper = new Keeper(page)
  keeper.focus(isNothingFocused() ? null : document.activeElement)
  if (page.isHeadingDue()) page.focusHeading()
  const observer = new MutationObserver((records) => keeper.look(records))
  observer.observe(document.body, {
    childList: true,
    characterData: true,
    subtree: true,
    attributeFilter: ['disabled', 'hidden', 'inert', 'open'],
  })
  const onFocus = ({ target }: Event) => keeper.focus(target)
  const onPress = ({ target }: Event) => keeper.press(target)
  document.addEventListener('focusin', onFocus)
  document.addEventListener('pointerdown', onPress)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('pointerdown', onPress)
    keeper.stop()
  }
}

class Keeper {
  readonly #page: Page
  #focused: HTMLElement | null = null
  /** The elements that had the focus before, the last one first. */
  #earlier: HTMLElement[] = []
  #heading = ''
  #gap: Gap | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(page: Page) {
    this.#page = page
  }

  focus(target: EventTarget | null): void {
    if (!(target instanceof HTMLElement) || target === this.#focused) return
    if (this.#focused) this.#earlier = [this.#focused, ...this.#earlier].slice(0, REMEMBERED)
    this.#focused = target
    this.#gap = null
    if (target.matches('h1')) this.#heading = target.textContent
  }

  /** A press outside all controls ends the focus. Safari does not focus a pressed button. */
  press(target: EventTarget | null): void {
    const control = target instanceof Element ? target.closest(PRESSED) : null
    if (!control) this.#focused = null
    else if (control.matches('button')) this.focus(control)
  }

  look(records: MutationRecord[]): void {
    if (this.#page.isHeadingDue()) this.#page.focusHeading()
    const focused = this.#focused
    if (!focused) return
    this.#gap = gapOf(records, focused, this.#gap)
    if (
      isNothingFocused() ||
      focused.matches(':disabled') ||
      records.some(({ type }) => type === 'attributes')
    )
      this.#timer ??= setTimeout(() => this.#settle(), SETTLE)
    else if (focused.matches('h1') && focused.textContent !== this.#heading) {
      this.#heading = focused.textContent
      this.#page.announce(this.#heading)
    }
  }

  #settle(): void {
    this.stop()
    const [focused, gap] = [this.#focused, this.#gap]
    this.#gap = null
    if (!focused || !(isNothingFocused() || document.activeElement === focused)) return
    if (isUsable(focused) && (!gap || document.activeElement === focused)) return
    const next = focused.matches('h1, #content') ? null : nextFocus(focused, gap, this.#earlier)
    if (!next || next.matches('h1')) this.#page.focusHeading()
    else {
      if (next.tabIndex < 0) next.tabIndex = -1
      next.focus({ preventScroll: true })
      next.scrollIntoView({ block: 'nearest' })
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}

const PRESSED = 'button, a[href], input, select, textarea, label, summary, [tabindex]'

const isNothingFocused = () => !document.activeElement || document.activeElement === document.body
