import { guests } from '#shared/people/api/guests.ts'
import { call } from '../api/call.ts'
import { EmailForm } from './email-form.tsx'

/** Asks for new links to the guest orders of an address. */
export function OrderLinksForm() {
  return (
    <EmailForm
      send={(body) => call(guests.mailLinks, { body })}
      submit="Send the links"
      autoComplete="email"
      missing="Enter the email of your order."
    />
  )
}
