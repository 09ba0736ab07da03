/** The fields of an account that an admin may change, in the order of its form. */
import * as z from 'zod/mini'
import { email } from '../api/fields.ts'
import { check, emailAddress, requiredText } from './kinds.ts'

export const userFields = {
  name: requiredText('Name', { column: 'name', max: 100, missing: 'Enter a name.' }),
  email: emailAddress('Email', { column: 'email', max: 254, rule: email, missing: 'Enter an email.' }),
  isAdmin: check('Is Admin', {
    column: 'is_admin',
    words: ['no', 'yes'],
    recordAs: 'Admin',
    edit: z.boolean('isAdmin must be true or false'),
  }),
}
