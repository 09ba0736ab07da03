/** The fields of a page of the menu. */
import { pictureFile } from '#shared/kernel/fields.ts'
import { requiredText, ruledText } from '#shared/platform/resources/kinds.ts'
import { lines } from '#shared/platform/resources/lists.ts'

export const menuPageFields = {
  /** The file name of the page's picture, which is served under /uploads/. */
  file: ruledText('Picture', { column: 'file', edit: pictureFile }),
  title: requiredText('Title', { column: 'title', max: 120 }),
  /** The lines of the page's text; `## ` begins a heading, ` | ` separates name, note and price. */
  lines: lines('Text', {
    column: 'lines',
    maxLines: 200,
    max: 200,
    rows: 8,
    hint: 'One item per line. A line with ## is a heading; | separates name, note and price',
  }),
}
