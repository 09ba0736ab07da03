/** The only category with a size, an origin, a cupping note and a roasting level. */
export const COFFEE_BEANS = 'Coffee Beans'

/** The category of the products of the art show (server/start/seed/goods.ts). */
export const ART_SHOW = 'Art Show'

/** The flavor families of the filter, in its order. */
export const FLAVORS = ['Fruit', 'Floral', 'Chocolate', 'Nut', 'Caramel', 'Spice'] as const

/** What a coffee can be best for. */
export const USES = ['Espresso', 'Filter', 'Milk', 'Cold brew'] as const

/** The types of coffee: from one origin, or blended. */
export const COMPOSITIONS = ['Single origin', 'Blend'] as const

/** Processes that the product form suggests. Owners can enter others. */
export const PROCESSES = ['Washed', 'Natural', 'Honey', 'Anaerobic', 'Wet-hulled'] as const

/** The names of the roasting levels; a product with level 0 has none. */
export const ROASTS = ['', 'light', 'medium light', 'medium', 'medium dark', 'dark'] as const
