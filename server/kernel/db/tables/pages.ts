/** The tables of 033-pages-and-media.sql. */
import type { Generated } from 'kysely'

export type PageVersions = {
  id: string
  page: string
  state: 'draft' | 'published'
  /** JSON: the values of the page's slots. */
  body: string
  /** JSON: the file names of the uploaded pictures in `body`. */
  pictures: Generated<string>
  publish_at: string | null
  /** The `publish_at` of the version that this one repeats. */
  restored_from: Generated<string | null>
  version: Generated<number>
  created_at: string
  updated_at: string
  saved_by: string
}

export type Media = {
  id: string
  file: string
  alt: Generated<string>
  focal_x: Generated<number>
  focal_y: Generated<number>
  version: Generated<number>
  created_at: string
  updated_at: string
}
