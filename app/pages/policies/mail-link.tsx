import { useBusiness } from '../../api/business.ts'
/** A link to the shop's email address. */
export function MailLink() {
  const brand = useBusiness()
  return <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a>
}
