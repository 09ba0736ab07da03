/** Links to admin pages that not every role may open. */
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { useMayOpen } from '../session/role.ts'
import { useUser } from '../session/session.ts'
import { ButtonLink } from '../ui/button.tsx'

/** A link in a text. If the user's role does not include the page, only the text is shown. */
export function AllowedLink({ to, children }: { to: string; children: ReactNode }) {
  return useMayOpen(to) ? <Link to={to}>{children}</Link> : children
}

/**
 * A link that looks like a button. Renders nothing if the user's role does not include the page. Until the user is
 * known, its space is reserved, so that nothing moves.
 */
export function AllowedButton({ to, ...rest }: ComponentProps<typeof ButtonLink> & { to: string }) {
  const mayOpen = useMayOpen(to)
  const isUnknown = useUser() === undefined
  return mayOpen || isUnknown ? <ButtonLink {...rest} to={to} /> : null
}
