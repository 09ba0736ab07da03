/** The announcement above the header of every public page. */
import { optionalDayTime } from '../resources/days.ts'
import type { EditOf } from '../resources/described.ts'
import { text } from '../resources/kinds.ts'
import { link } from '../resources/shop-kinds.ts'

export const announcementFields = {
  text: text('Text', {
    column: 'text',
    max: 160,
    hint: 'One sentence for all visitors, such as “Closed on Thanksgiving”. If empty, there is no announcement',
  }),
  link: link('Link', { column: 'link', hint: 'Optional: a page with more about it' }),
  linkText: text('Text of the link', { column: 'link_text', max: 40, blank: 'Read more' }),
  from: optionalDayTime('Shown from', { column: 'shown_from', hint: 'Shop time. If empty, immediately' }),
  until: optionalDayTime('Shown until', {
    column: 'shown_until',
    hint: 'Shop time. If empty, until you remove it',
  }),
}

export type AnnouncementSettings = EditOf<typeof announcementFields>

export const ANNOUNCEMENT_DEFAULTS: AnnouncementSettings = {
  text: '',
  link: '',
  linkText: 'Read more',
  from: '',
  until: '',
}

/** The problems of a form, by field. `now` is a day and time at the shop: '2026-12-24T18:00'. */
export function announcementProblems(
  edit: AnnouncementSettings,
  before: AnnouncementSettings,
  now: string,
): Record<string, string> {
  const { from, until } = edit
  if (until === '') return {}
  if (from !== '' && until <= from) return { until: 'This is not after the beginning' }
  const isNew = until !== before.until || edit.text !== before.text
  return edit.text !== '' && until <= now && isNew ? { until: 'This is in the past' } : {}
}
