export const LIST = '/admin/green-coffee'

export const lotPath = (id: string) => `${LIST}/${id}`
