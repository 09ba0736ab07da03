/** The two forms for messages, for browsers without JavaScript. */
import type { FormPage } from '#server/platform/http/form-posts.ts'

const body = ({ homepage, ...mailerState }: Record<string, string>) => ({ mailerState, homepage })

export const MESSAGE_FORMS: Record<string, FormPage> = {
  '/send': { page: () => '/', place: '#contact', body },
  '/wholesale/send': { page: () => '/wholesale', place: '#enquiry', body },
}
