/** The texts of pages and mails that admins edit (shared/platform/site-pages), with drafts, publication and history. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { id, idParams, instant, message, pictureFacts } from '#shared/kernel/fields.ts'

/** The values of slots; server/content/site-pages checks them with the page's slots. */
const values = z.record(z.string(), z.unknown())

/**
 * Identifies the draft or the published version that an editor has loaded. A save with an older one is refused with
 * 409.
 */
const version = z.string().check(z.maxLength(60))

/** Who saved or published a version, and when. */
const stamp = z.object({ _id: id, at: instant, by: z.string() })

const states = {
  /** The saved draft; null if there is none. */
  draft: z.nullable(stamp),
  /** The version that visitors see; null for the original texts. */
  live: z.nullable(stamp),
  /** The version that will be published at the time `at`. */
  scheduled: z.nullable(stamp),
}

const listed = z.object({
  _id: z.string(),
  title: z.string(),
  /** The address of the page; null for the introduction of an email. */
  path: z.nullable(z.string()),
  /** When the mail is sent; empty for a page. */
  when: z.string(),
  ...states,
})
export type ListedPage = z.infer<typeof listed>

const editedPage = z.object({
  ...listed.shape,
  slots: z.array(z.unknown()),
  values,
  version,
  /** The data of the pictures in `values`, by path. */
  pictures: z.record(z.string(), pictureFacts),
})
export type EditedSitePage = z.infer<typeof editedPage>

const changes = z.array(
  z.object({
    label: z.string(),
    parts: z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })),
  }),
)
export type TextChanges = z.infer<typeof changes>

const problems = z.array(z.object({ label: z.string(), text: z.string() }))
export type PageProblems = z.infer<typeof problems>

const pageVersion = z.object({
  /** The id of the version, or `original` for the texts before the first publication. */
  _id: z.string(),
  at: z.nullable(instant),
  by: z.string(),
  /** When the version that this one repeats was published. */
  restoredFrom: z.nullable(instant),
  state: z.enum(['scheduled', 'live', 'past']),
})
export type PageVersion = z.infer<typeof pageVersion>

const versionParams = z.object({ id, versionId: id })

export const sitePages = contract({
  content: {
    method: 'GET',
    path: '/api/pages/:id/content',
    access: 'public',
    summary: 'The published texts and pictures of a page: Markdown as HTML, pictures with their sizes',
    params: idParams,
    reply: z.object({
      slots: values,
      /** When the texts were published; null for the original texts. */
      publishedAt: z.nullable(instant),
      /** When the next version will be published; null if none is scheduled. */
      until: z.nullable(instant),
    }),
    cached: ['Page'],
    cachedUntil: 'until',
  },
  list: {
    method: 'GET',
    path: '/api/pages',
    access: 'admin',
    summary: 'The pages and the introductions of mails that admins edit, and the state of each',
    reply: z.array(listed),
  },
  one: {
    method: 'GET',
    path: '/api/pages/:id',
    access: 'admin',
    summary: 'A page for its editor: its slots, and the values of the draft or of the published version',
    params: idParams,
    reply: editedPage,
  },
  save: {
    method: 'PUT',
    path: '/api/pages/:id',
    access: 'admin',
    summary: 'Saves the draft of a page. A slot that is left out keeps its value',
    params: idParams,
    body: z.object({ values, version }),
    reply: editedPage,
  },
  discard: {
    method: 'DELETE',
    path: '/api/pages/:id/draft',
    access: 'admin',
    summary: 'Deletes the draft of a page',
    params: idParams,
    reply: editedPage,
  },
  check: {
    method: 'GET',
    path: '/api/pages/:id/check',
    access: 'admin',
    summary:
      'Broken links and missing descriptions in the draft, and its differences from the published version',
    params: idParams,
    reply: z.object({ problems, changes }),
  },
  publish: {
    method: 'POST',
    path: '/api/pages/:id/publish',
    access: 'admin',
    summary: 'Publishes the draft now or at a later time',
    params: idParams,
    body: z.object({
      version,
      /** A moment with its time zone, or a day and time in the shop's time zone: `2026-12-01T06:30`. */
      at: z.optional(z.iso.datetime({ local: true, error: 'Choose a day and a time' })),
    }),
    reply: editedPage,
  },
  unschedule: {
    method: 'DELETE',
    path: '/api/pages/:id/schedule',
    access: 'admin',
    summary: 'Turns the scheduled version back into a draft',
    params: idParams,
    reply: editedPage,
  },
  versions: {
    method: 'GET',
    path: '/api/pages/:id/versions',
    access: 'admin',
    summary: 'The published versions of a page, newest first, and its original texts',
    params: idParams,
    reply: z.array(pageVersion),
  },
  version: {
    method: 'GET',
    path: '/api/pages/:id/versions/:versionId',
    access: 'admin',
    summary: 'What changes for visitors if a version is restored',
    params: versionParams,
    reply: z.object({ ...pageVersion.shape, changes }),
  },
  restore: {
    method: 'POST',
    path: '/api/pages/:id/versions/:versionId/restore',
    access: 'admin',
    summary: 'Publishes an earlier version again. A draft stays as it is',
    params: versionParams,
    reply: z.object({ ...message.shape, page: editedPage }),
  },
})
