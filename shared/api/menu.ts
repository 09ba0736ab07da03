/** The menu: pictures of typeset pages, each with a title and its text for whoever cannot see them. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { message, pictureFacts } from '../fields.ts'
import { menuPageSchemas } from '../resources/schemas.ts'
import { MOST_PICTURES } from './upload.ts'

const menuPage = z.object({
  ...menuPageSchemas.reply,
  facts: z.nullable(pictureFacts),
})
export type MenuPage = z.infer<typeof menuPage>

/** A page as its editor has it: `before` is what the page said in whose place it came, shown to nobody else. */
const editedPage = z.extend(menuPage, { before: z.array(z.string()) })
export type EditedPage = z.infer<typeof editedPage>

const wholeMenu = {
  pages: z.array(menuPage),
  /** Changes with every save: what an editor sends back, so that it cannot undo somebody else's. */
  version: z.string(),
}

const menuEdit = z.object({
  pages: z
    .array(z.object(menuPageSchemas.edit))
    .check(z.maxLength(MOST_PICTURES, `A menu has ${MOST_PICTURES} pages at most`)),
  /** The version the editor was opened with; a stale one is refused with 409. */
  version: z.optional(z.string().check(z.maxLength(40))),
})
export type MenuEdit = z.infer<typeof menuEdit>

export const menu = contract({
  one: {
    method: 'GET',
    path: '/api/upload',
    access: 'public',
    summary: 'The menu’s pages in order; empty lists when there is none',
    reply: z.object({ image: z.array(z.string()), ...wholeMenu }),
    cached: ['Menu'],
  },
  editor: {
    method: 'GET',
    path: '/api/upload/menu',
    access: 'admin',
    summary:
      'The menu for its editor: with what the page said that each came in the place of, until it is saved',
    reply: z.object({ pages: z.array(editedPage), version: wholeMenu.version }),
  },
  replace: {
    method: 'POST',
    path: '/api/upload/menu',
    access: 'admin',
    summary:
      'Hangs a new menu of up to twenty pictures, all at once; a page takes the title of the one it replaces, and its text is offered to the editor',
    files: { field: 'images', most: MOST_PICTURES },
    reply: z.object({ message: z.string(), menu: z.object({ image: z.array(z.string()) }), ...wholeMenu }),
    limit: 'upload',
  },
  clear: {
    method: 'DELETE',
    path: '/api/upload/menudelete',
    access: 'admin',
    summary: 'Announces a new menu. Visitors keep the old one until that is whole',
    reply: message,
  },
  save: {
    method: 'PUT',
    path: '/api/upload/menu',
    access: 'admin',
    summary: 'Saves order, titles and texts of all pages at once; without any page, the menu is taken down',
    body: menuEdit,
    reply: z.object({ message: z.string(), ...wholeMenu }),
  },
})
