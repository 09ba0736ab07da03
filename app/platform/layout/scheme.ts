/** Day or night: the visitor's choice, which the browser stores. Without a choice, the site follows the device. */

/** Local storage: 'light' or 'dark'. */
const KEY = 'frame-scheme'
/** The colors of browsers' own bars: --paper in tokens.css. */
export const BAR_COLORS = { light: '#f4efe6', dark: '#22242b' } as const

/** The id of the `theme-color` of a choice. It is the first one, which counts. */
const BAR = 'scheme-color'

export type Scheme = keyof typeof BAR_COLORS
/** The choice, or '' to follow the device. */
export type SchemeChoice = Scheme | ''

/**
 * The code of an inline script in the head, so that no page is painted in the wrong scheme. Documents are the same for every
 * visitor, so they cannot know the choice.
 */
export const SCHEME_SCRIPT = `try{const s=localStorage.getItem('${KEY}'),c={light:'${BAR_COLORS.light}',dark:'${BAR_COLORS.dark}'}[s];if(c){document.documentElement.dataset.scheme=s;document.head.prepend(Object.assign(document.createElement('meta'),{id:'${BAR}',name:'theme-color',content:c}))}}catch{}`

export function chosenScheme(): SchemeChoice {
  const { scheme } = document.documentElement.dataset
  return scheme === 'light' || scheme === 'dark' ? scheme : ''
}

/** Shows the scheme at once, and stores it if the browser stores anything. */
export function chooseScheme(scheme: SchemeChoice): void {
  show(scheme)
  try {
    if (scheme) localStorage.setItem(KEY, scheme)
    else localStorage.removeItem(KEY)
  } catch {
    // The choice ends with the page.
  }
}

/** Calls back after a choice, in this tab or in another one. */
export function onScheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-scheme'] })
  addEventListener('storage', fromOtherTab)
  return () => {
    observer.disconnect()
    removeEventListener('storage', fromOtherTab)
  }
}

function fromOtherTab({ key, newValue }: StorageEvent): void {
  if (key === KEY || key === null) show(newValue === 'light' || newValue === 'dark' ? newValue : '')
}

function show(scheme: SchemeChoice): void {
  const { dataset } = document.documentElement
  document.getElementById(BAR)?.remove()
  if (!scheme) {
    delete dataset.scheme
    return
  }
  dataset.scheme = scheme
  const bar = Object.assign(document.createElement('meta'), {
    id: BAR,
    name: 'theme-color',
    content: BAR_COLORS[scheme],
  })
  document.head.prepend(bar)
}
