/** The fields of an account that an admin can change, in the order of the form. */
import * as z from 'zod/mini'
import { email } from '#shared/kernel/fields.ts'
import { check, ruledText, requiredText } from '#shared/platform/resources/kinds.ts'

export const userFields = {
  name: requiredText('Name', { column: 'name', max: 100, missing: 'Enter a name.' }),
  email: ruledText('Email', {
    column: 'email',
    edit: email,
    input: { as: 'line', max: 254, required: true, type: 'email', missing: 'Enter an email.' },
  }),
  isAdmin: check('Is Admin', {
    column: 'is_admin',
    words: ['no', 'yes'],
    loggedAs: 'Admin',
    edit: z.boolean('isAdmin must be true or false'),
  }),
}
