import { brand } from '#shared/brand.ts'

/** The house's address, to write to. */
export function MailLink() {
  return <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a>
}
