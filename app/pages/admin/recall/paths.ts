export const LIST = '/admin/recall'

/** The address of the trace of a place. */
export function pathOfPlace(id: string, page = 1): string {
  return `${LIST}?place=${id}${page > 1 ? `&page=${page}` : ''}`
}
