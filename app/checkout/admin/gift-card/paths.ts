/** The address of the list of gift cards, and that of a card. */
export const LIST = '/admin/gift-cards'

export const cardPath = (id: string) => `/admin/gift-card/${id}`
