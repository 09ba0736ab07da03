/** The table of 024-settings-and-dates.sql. */

export type Settings = {
  /** The name of the group, such as `shipping`. */
  id: string
  version: number
  /** JSON of the columns of the group's description (shared/platform/settings). */
  value: string
  updated_at: string
}
