/** The optional phone numbers of recipients, for the carrier. */

/** The hint below the field: why the shop asks for a phone number. */
export const PHONE_REASON = 'For the carrier, if there is a problem with delivery.'
export const PHONE_PROBLEM = 'Enter 7 to 15 digits, such as 703 555 0100, or leave it empty'

/**
 * The digits of a phone number, with a leading `+` if one was typed; empty for an empty text. Null if the text does not
 * have 7 to 15 digits (ITU-T E.164), or has characters that are not used in phone numbers.
 */
export function normalPhone(text: string): string | null {
  const typed = text.replace(/[\p{Cf}\s]/gu, '')
  if (typed === '') return ''
  const digits = typed.replace(/\D/g, '')
  if (!/^\+?[\d()./\p{Pd}]+$/u.test(typed) || digits.length < 7 || digits.length > 15) return null
  return typed.startsWith('+') ? `+${digits}` : digits
}

/** Formats a normalized phone number: `703-555-0100`. Numbers of other countries stay as they are. */
export function formatPhone(phone: string): string {
  const match = /^(\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(phone)
  return match ? [match[1], match[2], match[3], match[4]].filter(Boolean).join('-') : phone
}
