/**
 * The HTTP header of API responses with the caller's account and current role. The browser stores the role for display, so
 * it shows a changed role after the next response.
 */
import type { StaffRole } from '#shared/kernel/roles.ts'

export const ACCOUNT_HEADER = 'x-account'

/** `role` is null for a customer. `isLimited`: the user has to set up a second factor first. */
export type Account = { _id: string; role: StaffRole | null; isLimited: boolean }

export function accountText({ _id, role, isLimited }: Account): string {
  return [_id, role ?? 'customer', ...(isLimited ? ['limited'] : [])].join(' ')
}

export function accountOf(text: string): Account {
  const [_id = '', role = '', limited] = text.split(' ')
  return { _id, role: role === 'customer' ? null : (role as StaffRole), isLimited: limited !== undefined }
}
