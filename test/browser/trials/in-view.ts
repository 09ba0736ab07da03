/** What a person sees on a screen: the words that are in view, and whether a target is. */
import type { Locator, Page } from '@playwright/test'

/** The headings, labels, buttons, links and hints in view, from top to bottom, without the header and footer of the site. */
export function readScreen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { document, innerHeight, innerWidth } = globalThis as any
    const kinds = 'h1,h2,h3,h4,label,legend,button,summary,a,p,th,[role=status],[role=alert]'
    const inView = (it: any) => {
      const { top, bottom, left, right, width } = it.getBoundingClientRect()
      return width > 1 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    }
    const all = [...document.querySelectorAll('main, nav[aria-label="Admin pages"], dialog[open]')]
      .flatMap((part: any) => [...part.querySelectorAll(kinds)])
      .filter((it: any) => !it.parentElement.closest(kinds) && it.checkVisibility() && inView(it))
    return all.map((it: any) => it.innerText.trim()).filter(Boolean)
  })
}

/**
 * How many screens a person has to scroll to a target, and whether something in view shows that there is more: an element
 * that is cut off at the edge, or whose field is below it, a text that says it, or a form without its button.
 */
export function whereIs(target: Locator): Promise<{ screens: number; hasHint: boolean }> {
  return target.evaluate((it: any) => {
    const { document, innerHeight, innerWidth, getComputedStyle } = globalThis as any
    const own = it.labels?.[0]?.checkVisibility() && it.getBoundingClientRect().width < 2 ? it.labels[0] : it
    const box = own.getBoundingClientRect()
    const bars = [...document.querySelectorAll('main *, nav *')].filter(
      (one: any) => getComputedStyle(one).position === 'sticky' && !one.contains(it),
    )
    /** The lowest line that is in view: the edge of the window, or the top of a bar that stays in view. */
    const edge = Math.min(
      innerHeight,
      ...bars
        .map((one: any) => one.getBoundingClientRect())
        .filter(({ bottom, top }: any) => Math.abs(bottom - innerHeight) < 2 && top > innerHeight / 2)
        .map(({ top }: any) => top),
    )
    const beside = box.left < 0 || box.right > innerWidth + 1 ? 1 : 0
    const below = Math.max(0, box.bottom - edge - 1)
    const above = box.top < 0 ? Math.ceil(-box.top / (innerHeight * 0.8)) : 0
    const screens = beside + above + Math.ceil(below / (innerHeight * 0.8))
    const kinds = 'label,legend,input,select,textarea,button,a,p,h2,h3,img,tr,li,summary'
    const isCut = [...document.querySelectorAll(`main :is(${kinds})`)].some((one: any) => {
      const { top, bottom, width } = one.getBoundingClientRect()
      return width > 1 && one.checkVisibility() && top < edge - 4 && bottom > edge + 4
    })
    /** The sides of a frame go on below the edge. */
    const isFrameCut = [...document.querySelectorAll('main :is(section,aside,div,form,fieldset)')].some(
      (one: any) => {
        const { top, bottom } = one.getBoundingClientRect()
        const { borderLeftWidth, borderRightWidth } = getComputedStyle(one)
        return top < edge - 40 && bottom > edge + 4 && `${borderLeftWidth}${borderRightWidth}` !== '0px0px'
      },
    )
    /** The field of a label in view is below the edge. */
    const isFieldCut = [...document.querySelectorAll('main label')].some(
      (one: any) =>
        one.control &&
        one.checkVisibility() &&
        one.getBoundingClientRect().bottom <= edge &&
        one.control.getBoundingClientRect().top > edge - 4,
    )
    const isSaid = [...document.querySelectorAll('main p')].some(
      (one: any) => one.checkVisibility() && one.textContent.startsWith('More below'),
    )
    /** A form whose button is not in view is not complete. */
    const ends = [...document.querySelectorAll('main :is([type=submit], paypal-button)')]
    const isOpenForm = ends.length > 0 && ends.every((one: any) => one.getBoundingClientRect().top > edge)
    const hasHint =
      below === 0
        ? above === 0 || it.closest('nav') !== null
        : isCut || isFrameCut || isFieldCut || isSaid || isOpenForm
    return { screens, hasHint }
  })
}
