/** What the signed-in user's role allows. For display only: the server checks each request. */
import { roleOfUser } from '#shared/people/api/users.ts'
import { accessOfPage } from '#shared/platform/admin-pages.ts'
import { admits, type StaffRole } from '#shared/kernel/roles.ts'
import { useUser } from './session.ts'

/** The role of the signed-in user; null for customers and visitors. */
export function useRole(): StaffRole | null {
  const user = useUser()
  return user ? roleOfUser(user) : null
}

/** Whether the signed-in user's role includes the page. */
export function useMayOpen(path: string): boolean {
  return admits(accessOfPage(path.split('?')[0]!), useRole())
}
