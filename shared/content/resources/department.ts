/** The fields of a department of the shop, in the order of its form. */
import * as z from 'zod/mini'
import { line } from '#shared/kernel/fields.ts'
import { integer, longText, requiredText, text } from '#shared/platform/resources/kinds.ts'
import { MAX_SLUG } from '#shared/platform/resources/slug.ts'
import { lines } from '#shared/platform/resources/lists.ts'

const MAX_CATEGORIES = 50

export const departmentFields = {
  name: requiredText('Name', {
    column: 'name',
    max: 40,
    sample: 'Tea',
    hint: 'The text of the link to the department',
  }),
  slug: text('Address', {
    column: 'slug',
    max: MAX_SLUG,
    hint: 'The part of the address after /shop/, such as “tea”. If empty, it is made from the name. Earlier addresses keep working',
    rule: line('Address', MAX_SLUG).check(
      z.refine(
        (slug) => /^([a-z0-9]+(-[a-z0-9]+)*)?$/.test(slug),
        'The address can have lowercase letters, digits and single hyphens',
      ),
    ),
  }),
  heading: text('Heading', { column: 'heading', max: 80, hint: 'If empty, the name is used' }),
  text: longText('Text', {
    column: 'text',
    max: 400,
    rows: 3,
    hint: 'One or two sentences below the heading, and in the results of search engines',
  }),
  categories: lines('Categories', {
    column: 'categories',
    max: 60,
    maxLines: MAX_CATEGORIES,
    rows: 4,
    hint: 'One per line, exactly as in the products. The department shows all their products',
  }),
  place: integer('Place', { column: 'place', max: 999, hint: 'The lowest number comes first' }),
}
