import { brand } from '#shared/brand.ts'

/** A link to the shop's email address. */
export function MailLink() {
  return <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a>
}
