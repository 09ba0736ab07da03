/** The one category that has a size, an origin, a cupping note and a roasting level (spec section 2). */
export const COFFEE_BEANS = 'Coffee Beans'
