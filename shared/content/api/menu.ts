/** The menu: pictures of its pages, each with a title and its text for screen readers. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { message, pictureFacts } from '#shared/kernel/fields.ts'
import { schemasOf } from '#shared/platform/resources/described.ts'
import { menuPageFields } from '../resources/menu-page.ts'
import { MAX_PICTURES } from '#shared/platform/api/upload.ts'

const menuPageSchemas = schemasOf(menuPageFields)

const menuPage = z.object({
  ...menuPageSchemas.reply,
  facts: z.nullable(pictureFacts),
})
export type MenuPage = z.infer<typeof menuPage>

/** A page in the admin's editor: `before` has the texts of the page that it replaced, which visitors do not see. */
const editedPage = z.extend(menuPage, { before: z.array(z.string()) })
export type EditedPage = z.infer<typeof editedPage>

const wholeMenu = {
  pages: z.array(menuPage),
  /**
   * Changes with every save. An editor sends back the version that it has loaded, so that it cannot overwrite the save
   * of another editor.
   */
  version: z.string(),
}

const menuEdit = z.object({
  pages: z
    .array(z.object(menuPageSchemas.edit))
    .check(z.maxLength(MAX_PICTURES, `A menu has ${MAX_PICTURES} pages at most`)),
  /** The version with which the editor was opened. A save with an older version is refused with 409. */
  version: z.optional(z.string().check(z.maxLength(40))),
})
export type MenuEdit = z.infer<typeof menuEdit>

export const menu = contract({
  one: {
    method: 'GET',
    path: '/api/upload',
    access: 'public',
    summary: 'The menu’s pages in order; empty lists if there is no menu',
    reply: z.object({ image: z.array(z.string()), ...wholeMenu }),
    cached: ['Menu'],
  },
  editor: {
    method: 'GET',
    path: '/api/upload/menu',
    access: 'barista',
    summary:
      'The menu for its editor: until a new page is saved, it has the text of the page that it replaced',
    reply: z.object({ pages: z.array(editedPage), version: wholeMenu.version }),
  },
  replace: {
    method: 'POST',
    path: '/api/upload/menu',
    access: 'barista',
    summary:
      'Publishes a new menu of up to twenty pictures at once. Each page gets the title of the page it replaces; its old text is offered in the editor',
    files: { field: 'images', maxFiles: MAX_PICTURES },
    reply: z.object({ message: z.string(), menu: z.object({ image: z.array(z.string()) }), ...wholeMenu }),
    limit: 'upload',
  },
  clear: {
    method: 'DELETE',
    path: '/api/upload/menudelete',
    access: 'barista',
    summary: 'Announces a new menu; visitors see the old menu until the new menu is complete',
    reply: message,
  },
  save: {
    method: 'PUT',
    path: '/api/upload/menu',
    access: 'barista',
    summary: 'Saves order, titles and texts of all pages at once; without pages, the menu is removed',
    body: menuEdit,
    reply: z.object({ message: z.string(), ...wholeMenu }),
  },
})
