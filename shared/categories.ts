/** The only category with a size, an origin, a cupping note and a roasting level. */
export const COFFEE_BEANS = 'Coffee Beans'
