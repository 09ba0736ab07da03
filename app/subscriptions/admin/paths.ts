/** The addresses of the admin's pages about subscriptions. */
export const LIST = '/admin/subscriptions'
export const subscriptionPath = (id: string) => `/admin/subscription/${id}`
