import type { LinkValue } from '#shared/platform/site-pages/slots.ts'
import { ButtonLink } from '../ui/button.tsx'

/** The button of a slot. Renders nothing if the slot has no button. */
export function SlotLink({ of: link, look }: { of: LinkValue | null; look?: 'quiet' }) {
  if (!link) return null
  return (
    <ButtonLink to={link.to} look={look}>
      {link.label}
    </ButtonLink>
  )
}
