/** The admin pages, who may open them, and the header's Admin menu. The browser loads this file for staff only. */
import { GROUPS, type AdminPage, type Group } from './admin-groups.ts'
import { currentOf, type PageLink } from './pages.ts'
import { ALL_PARTS, type OpenParts } from './parts.ts'
import { admits, type StaffAccess, type StaffRole } from '#shared/kernel/roles.ts'

export type { AdminPage } from './admin-groups.ts'

/** All admin pages, group by group. */
export const ADMIN_PAGES: readonly AdminPage[] = GROUPS.flatMap((group): readonly AdminPage[] => group.pages)

type Subject = Extract<(typeof GROUPS)[number]['pages'][number], { subject: string }>['subject']

/** The names of the subjects that have an admin page, in the order of the pages. */
export const SUBJECTS_OF_PAGES = Object.fromEntries(
  ADMIN_PAGES.flatMap(({ subject, subjectName, title }) =>
    subject ? [[subject, subjectName ?? title]] : [],
  ),
) as Record<Subject, string>

/** An entry of the navigation, with its tabs: none, or the page itself and others. */
export type AdminEntry = AdminPage & { tabs: AdminPage[] }

export type AdminGroup = { title: string; entries: AdminEntry[] }

/**
 * The groups of the desk's navigation for a role, without those in which it may open nothing. A tab whose entry the role
 * may not open is an entry.
 * @param parts the parts of the shop that are not off
 */
export function adminGroups(role: StaffRole | null, parts: OpenParts = ALL_PARTS): AdminGroup[] {
  return GROUPS.map((group: Group) => {
    const pages = group.pages.filter((page) => admits(page.access ?? 'admin', role) && isOn(page, parts))
    const isTab = ({ tabOf }: AdminPage) => pages.some(({ title }) => title === tabOf)
    const entries = pages
      .filter((page) => !isTab(page))
      .map((first) => {
        const others = pages.filter(({ tabOf }) => tabOf === first.title)
        return { ...first, tabs: others.length === 0 ? [] : [first, ...others] }
      })
    return { title: group.title, entries }
  }).filter(({ entries }) => entries.length > 0)
}

/** The entry to which the page with this path belongs, if the role may open it. */
export function adminEntryOf(
  role: StaffRole | null,
  pathname: string,
  parts?: OpenParts,
): AdminEntry | undefined {
  const entries = adminGroups(role, parts).flatMap((group) => group.entries)
  return entries.find((entry) => isWithin(entry, pathname))
}

/** Whether the page with this path is the entry or one of its tabs. */
export function isWithin({ tabs, ...entry }: AdminEntry, pathname: string): boolean {
  return [entry, ...tabs].some((page) => currentOf(page, pathname))
}

/** The links of the header's Admin menu, in its order (test/SPEC.md, "Header, navigation, footer"). */
const MENU = ['Today', 'Products', 'Users', 'Orders', 'Menu', 'Art Show', 'Messages']

/** The header's Admin menu for a role. A role that may open few pages has all of them in it. */
export function adminMenu(role: StaffRole | null, parts?: OpenParts): PageLink[] {
  const entries = adminGroups(role, parts).flatMap((group) => group.entries)
  const isShort = entries.length <= MENU.length
  return entries
    .filter(({ title }) => isShort || MENU.includes(title))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
}

function placeOf({ title }: PageLink): number {
  const place = MENU.indexOf(title)
  return place === -1 ? MENU.length : place
}

/** The page with this path, or the one to which a path below it belongs. */
export function adminPageAt(pathname: string): AdminPage | undefined {
  return (
    ADMIN_PAGES.find(({ to }) => to === pathname) ?? ADMIN_PAGES.find((page) => currentOf(page, pathname))
  )
}

/** Whether the part of the page, if it has one, is not off. A page without a link has the part of the link to its list. */
export function isPartOn(pathname: string, parts: OpenParts): boolean {
  const page = adminPageAt(pathname)
  return page === undefined || isOn(page, parts)
}

function isOn({ part }: AdminPage, parts: OpenParts): boolean {
  return part === undefined || parts[part] !== undefined
}

/** Who may open the page with this path. A page without a link has the rule of the link to its list. */
export function accessOfPage(pathname: string): StaffAccess {
  return adminPageAt(pathname)?.access ?? 'admin'
}

/** Whether the role may open the page with this path, and its part of the shop, if it has one, is not off. */
export function mayOpen(pathname: string, role: StaffRole | null, parts: OpenParts): boolean {
  return admits(accessOfPage(pathname), role) && isPartOn(pathname, parts)
}
