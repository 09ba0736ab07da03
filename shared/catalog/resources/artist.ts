/** The fields of an artist, in the order of its form. */
import * as z from 'zod/mini'
import { line } from '#shared/kernel/fields.ts'
import { instagramUrl, NO_INSTAGRAM, NO_WEBSITE, websiteUrl } from '../artist-links.ts'
import { SAMPLES } from '../artist-samples.ts'
import { check, longText, requiredText, text } from '#shared/platform/resources/kinds.ts'
import { pictures } from '#shared/platform/resources/lists.ts'
import { slugField } from '#shared/platform/resources/slug.ts'

const MAX_WORKS = 60

export const artistFields = {
  name: requiredText('Name', { column: 'name', max: 120, sample: SAMPLES.name }),
  slug: slugField('/artshow/'),
  title: text('Title', {
    column: 'title',
    max: 200,
    sample: SAMPLES.title,
    hint: 'The title of the show, shown below the name',
  }),
  quote: longText('Quote', {
    column: 'quote',
    max: 1000,
    rows: 3,
    sample: SAMPLES.quote,
    hint: 'Shown in italics at the top of the page',
  }),
  instagram: text('Instagram link', {
    column: 'instagram',
    max: 300,
    blank: NO_INSTAGRAM,
    hint: '@name or https://…; leave @instagram if there is none',
    rule: line('Instagram link', 300).check(
      z.refine(
        (link) => link === '' || link === NO_INSTAGRAM || instagramUrl(link) !== null,
        'The Instagram link must be @name or begin with https://',
      ),
    ),
  }),
  website: text('Website link', {
    column: 'website',
    max: 300,
    blank: NO_WEBSITE,
    hint: 'https://…; leave @website if there is none',
    rule: line('Website link', 300).check(
      z.refine(
        (link) => link === '' || link === NO_WEBSITE || websiteUrl(link) !== null,
        'The website link must begin with https://, or be @website if there is none',
      ),
    ),
  }),
  script: longText('Script', {
    column: 'script',
    max: 10_000,
    rows: 8,
    sample: SAMPLES.script,
    hint: 'What visitors read about the artist and the works',
  }),
  isFeat: check('Is Featured', {
    column: 'is_feat',
    words: ['no', 'yes'],
    loggedAs: 'Featured',
    edit: z._default(z.boolean(), false),
  }),
  /** The file names of pictures, which are served under /uploads/. */
  main_images: pictures('Main Images', { column: 'main_images', max: MAX_WORKS, loggedAs: 'Main images' }),
  other_images: pictures('Other Images', {
    column: 'other_images',
    max: MAX_WORKS,
    loggedAs: 'Other images',
  }),
}
