import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { useRole } from '../session/role.ts'
import { useUser } from '../session/session.ts'

/** A link to an order. Admins get its page, and other staff get the page for packing it. */
export function OrderLink({ id, ...rest }: { id: string } & Omit<ComponentProps<typeof Link>, 'to'>) {
  return <Link {...rest} to={useOrderPath(id)} />
}

/** The path of the page of an order for the signed-in user. */
export function useOrderPath(id: string): string {
  const isAdmin = useUser()?.isAdmin ?? false
  return useRole() && !isAdmin ? `/admin/packing/${id}` : `/order/${id}`
}
