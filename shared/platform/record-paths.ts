/** The paths of the public pages of products, events and artists. */

/** `slug` is missing or empty if the record has no address yet; then its page has the id in its path. */
export type Addressed = { _id: string; slug?: string | undefined }

export const productPath = ({ _id, slug }: Addressed) => `/product/${slug || _id}`
export const eventPath = ({ _id, slug }: Addressed) => `/events/${slug || _id}`
export const artistPath = ({ _id, slug }: Addressed) => `/artshow/${slug || _id}`
