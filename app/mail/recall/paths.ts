export const LIST = '/admin/recall'

/** The path of the trace of a lot, a batch, bags or an order. */
export function pathOfPlace(id: string, page = 1): string {
  return `${LIST}?place=${id}${page > 1 ? `&page=${page}` : ''}`
}
