/** Where the focus goes when the focused element disappears or can no longer be used. */

const FIELDS = 'input:not([type=hidden]), select, textarea'
const CONTROLS = `${FIELDS}, button, a[href], summary, [tabindex]:not([tabindex="-1"])`
const HEADINGS = 'h1, h2, h3, h4, h5, h6, legend'
/** Removing one of these removes one item of a list. */
const ITEMS = 'tr, li'
/** Removing one of these, or a part of the page that contains one, closes a form. */
const FORMS = 'form, dialog, [role=dialog]'

/** The place in the document from which an element was removed. */
export type Gap = { parent: Element; before: Node | null; after: Node | null; removed: Element }

/** Whether the element is in the document, visible and enabled. */
export function isUsable(element: Element | null | undefined): element is HTMLElement {
  if (!(element instanceof HTMLElement) || !element.isConnected || element.matches(':disabled')) return false
  return element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]')
}

/** The gap that the mutations have left where `node` was, or the earlier gap if it is still right. */
export function gapOf(records: MutationRecord[], node: Node, earlier: Gap | null): Gap | null {
  let gap = earlier
  for (const { target, removedNodes, previousSibling: before, nextSibling: after } of records)
    for (const removed of removedNodes) {
      // The gap has become wider.
      if (removed === gap?.before) gap.before = before
      else if (removed === gap?.after) gap.after = after
      else if (
        target instanceof Element &&
        removed instanceof Element &&
        removed.contains(gap?.parent ?? node)
      )
        gap = { parent: target, before, after, removed }
    }
  return gap
}

/**
 * The element that gets the focus instead of `lost`:
 * - what has taken its place: the same control, otherwise its first field, heading or control;
 * - in a list, the same control of the next or previous item;
 * - after a form or dialog, the control that opened it;
 * - the nearest control beside it, the first field of its form, or the heading above it.
 * @param gap null if `lost` is still in the document
 * @param earlier the elements that had the focus before, the last one first
 */
export function nextFocus(lost: Element, gap: Gap | null, earlier: readonly Element[]): HTMLElement | null {
  if (isUsable(lost)) return lost
  const place = gap ?? { parent: lost.parentElement!, before: lost, after: lost.nextSibling, removed: lost }
  if (!place.parent.isConnected) return null
  const added = gap ? addedAt(gap) : []
  return (
    twinIn(added, lost) ??
    firstIn(added) ??
    (gap ? neighborOf(gap, lost) : null) ??
    (gap && isForm(gap.removed) ? openerOf(earlier) : null) ??
    besideOf(place) ??
    fieldOf(lost) ??
    headingAbove(place)
  )
}

/** The elements that are now in the gap. */
function addedAt({ parent, before, after }: Gap): Element[] {
  const added: Element[] = []
  if ((before && before.parentNode !== parent) || (after && after.parentNode !== parent)) return added
  for (
    let node = before ? before.nextSibling : parent.firstChild;
    node && node !== after;
    node = node.nextSibling
  )
    if (node instanceof Element) added.push(node)
  return added
}

const nameOf = (control: Element) =>
  `${control.tagName} ${control.getAttribute('name') ?? ''} ${control.getAttribute('aria-label') ?? control.textContent}`

function twinIn(added: Element[], lost: Element): HTMLElement | null {
  const name = nameOf(lost)
  return added.flatMap((one) => usableIn(one, CONTROLS)).find((one) => nameOf(one) === name) ?? null
}

function firstIn(added: Element[]): HTMLElement | null {
  for (const kind of ['h1', FIELDS, HEADINGS, CONTROLS])
    for (const one of added) {
      const [first] = usableIn(one, kind)
      if (first) return first
    }
  return added.filter(isUsable).find(({ textContent }) => textContent.trim() !== '') ?? null
}

/** The same control of the next item of the list, or of the previous one, or another control of one of them. */
function neighborOf({ before, after, removed }: Gap, lost: Element): HTMLElement | null {
  if (!removed.matches(ITEMS)) return null
  const at = [...removed.querySelectorAll(CONTROLS)].indexOf(lost)
  const items = [elementFrom(after, 'nextSibling'), elementFrom(before, 'previousSibling')].filter(
    (item) => item?.isConnected && item.tagName === removed.tagName,
  ) as Element[]
  const same = items.map((item) => item.querySelectorAll(CONTROLS)[at])
  return [...same, ...items.flatMap((item) => usableIn(item, CONTROLS))].find(isUsable) ?? null
}

function elementFrom(node: Node | null, way: 'nextSibling' | 'previousSibling'): Element | null {
  let one = node
  while (one && !(one instanceof Element)) one = one[way]
  return one
}

const isForm = (removed: Element) => removed.matches(FORMS) || removed.querySelector(FORMS) !== null

const openerOf = (earlier: readonly Element[]) => earlier.find(isUsable) ?? null

/** The nearest usable control with the same parent. */
function besideOf({ parent, before, after }: Gap): HTMLElement | null {
  for (const [start, way] of [
    [after, 'nextSibling'],
    [before, 'previousSibling'],
  ] as const)
    for (let node = start; node; node = node[way])
      if (node.parentNode === parent && node instanceof Element && node.matches(CONTROLS) && isUsable(node))
        return node
  return null
}

/** The first field of the form of a button that was disabled. */
function fieldOf(lost: Element): HTMLElement | null {
  const form = lost.closest('form')
  return form ? (usableIn(form, FIELDS)[0] ?? null) : null
}

/** The last heading before the gap, in the smallest part of the page that has one. */
function headingAbove({ parent, before }: Gap): HTMLElement | null {
  const start = before?.isConnected ? before : null
  for (let part: Element | null = parent; part && part !== document.body; part = part.parentElement) {
    const headings = usableIn(part, HEADINGS)
    const above = headings.filter((one) => !start || isBefore(one, start))
    const found = above.at(-1) ?? (start ? undefined : headings[0])
    if (found) return found
  }
  return null
}

const isBefore = (one: Node, other: Node) =>
  one === other || Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)

function usableIn(part: Element, selector: string): HTMLElement[] {
  return [...(part.matches(selector) ? [part] : []), ...part.querySelectorAll(selector)].filter(isUsable)
}
