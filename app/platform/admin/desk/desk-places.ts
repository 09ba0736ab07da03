/** The pages, settings and actions of the desk that its search finds, and the places where this person was last, on this device. */
import type { Hit } from '#shared/backoffice/api/desk-search.ts'
import type { StaffRole } from '#shared/kernel/roles.ts'
import type { OpenParts } from '#shared/platform/parts.ts'
import { adminGroups, type AdminPage } from '#shared/platform/admin-pages.ts'
import { topicsOf } from '#shared/platform/admin-topics.ts'
import { ADMIN_TEXTS } from '#shared/platform/admin-texts.ts'

/** A page with all words by which it is found. */
type Place = Pick<Hit, 'title' | 'detail' | 'to'> & { words: string }

/**
 * The pages whose names begin with the text, and those with all its words anywhere.
 * @param parts the parts of the shop that are not off
 */
export function findPlaces(
  role: StaffRole,
  text: string,
  parts?: OpenParts,
): { named: Hit[]; others: Hit[] } {
  const typed = text.trim().toLowerCase()
  const words = typed.split(/\s+/)
  const places = placesOf(role, parts)
  const isNamed = ({ title, words: all }: Place) =>
    title.toLowerCase().startsWith(typed) || all.split('|').some((name) => name.startsWith(typed))
  const named = places.filter(isNamed)
  const others = places.filter(
    (place) =>
      !named.includes(place) && typed.length > 2 && words.every((word) => place.words.includes(word)),
  )
  return { named: named.map(toHit), others: others.map(toHit) }
}

const toHit = ({ title, detail, to }: Place): Hit => ({ title, detail, to, isExact: false })

function placesOf(role: StaffRole, parts?: OpenParts): Place[] {
  const topics = topicsOf(role, parts).map(({ title, to, alsoCalled }) => ({
    title,
    detail: '',
    to,
    words: [title, ...alsoCalled].join('|').toLowerCase(),
  }))
  return [...pagesOf(role, parts), ...topics]
}

function pagesOf(role: StaffRole, parts?: OpenParts): Place[] {
  return adminGroups(role, parts).flatMap((group) =>
    group.entries.flatMap((entry) =>
      (entry.tabs.length > 0 ? entry.tabs : [entry]).map(({ title, to, tab = '' }: AdminPage) => {
        const { about = '', alsoCalled = [] } = ADMIN_TEXTS[to] ?? {}
        return {
          title,
          detail: title === group.title ? about : `${group.title}: ${about}`,
          to,
          words: [title, tab, ...alsoCalled, about].join('|').toLowerCase(),
        }
      }),
    ),
  )
}

/** The number of recent places that are kept. */
const MOST_RECENT = 8

type Recent = { title: string; to: string }

const keyOf = (userId: string) => `deskRecent:${userId}`

/** The places where this person was last, the latest first; none without storage. */
export function recentPlaces(userId: string): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MOST_RECENT) : []
  } catch {
    return []
  }
}

/** The page of an address: a list is the same page with other filters and numbers. */
export const pageOf = (to: string) => to.replace(/[?#].*/, '').replace(/\/\d+$/, '')

/** Keeps a place as the latest, and its page once. */
export function rememberPlace(userId: string, place: Recent): void {
  const others = recentPlaces(userId).filter(({ to }) => pageOf(to) !== pageOf(place.to))
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([place, ...others].slice(0, MOST_RECENT)))
  } catch {
    // Without storage, the search starts empty.
  }
}

function isRecent(value: unknown): value is Recent {
  const { title, to } = (value ?? {}) as Partial<Recent>
  return typeof title === 'string' && typeof to === 'string' && to.startsWith('/')
}

const SLASH_KEY = 'deskSlash'

/** Whether the key / opens the search. People who dictate can switch it off (WCAG 2.1.4). */
export function opensBySlash(): boolean {
  try {
    return localStorage.getItem(SLASH_KEY) !== 'off'
  } catch {
    return true
  }
}

export function setOpensBySlash(isOn: boolean): void {
  try {
    localStorage.setItem(SLASH_KEY, isOn ? 'on' : 'off')
  } catch {
    // Without storage, it stays on.
  }
}
