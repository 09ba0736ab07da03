/** What the signed-in user's role allows. For display only: the server checks each request. */
import { roleOfUser } from '#shared/people/api/users.ts'
import { mayOpen } from '#shared/platform/admin-pages.ts'
import type { StaffRole } from '#shared/kernel/roles.ts'
import { useBusiness } from '../api/business.ts'
import { useUser } from './session.ts'

/** The role of the signed-in user; null for customers and visitors. */
export function useRole(): StaffRole | null {
  const user = useUser()
  return user ? roleOfUser(user) : null
}

/** Whether the signed-in user's role includes the page, and its part of the shop is not off. */
export function useMayOpen(path: string): boolean {
  const { parts } = useBusiness()
  return mayOpen(path.replace(/[?#].*/, ''), useRole(), parts)
}
