/** The menu: pictures of typeset pages, each with a title and its text for whoever cannot see them. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { pictureFacts } from './fields.ts'

export const menuPage = z.object({
  /** File name, served under /uploads/. */
  file: z.string(),
  title: z.string(),
  /** The page's text, a line each; `## ` begins a heading, ` | ` parts name, note and price. */
  lines: z.array(z.string()),
  facts: z.nullable(pictureFacts),
})
export type MenuPage = z.infer<typeof menuPage>

export const menu = contract({
  one: {
    method: 'GET',
    path: '/api/upload',
    access: 'public',
    summary: 'The menu’s pages in order; empty lists when there is none',
    reply: z.object({ image: z.array(z.string()), pages: z.array(menuPage) }),
    cached: ['Menu'],
  },
})
