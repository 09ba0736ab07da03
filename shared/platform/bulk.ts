/** The number of rows that one bulk change may have. Each row is a transaction, and the request must end in time. */
export const MAX_BULK = 500
