import type { RouteConfigEntry } from '@react-router/dev/routes'

/** The pages of this group, by address. Files are named from app/. */
export const wholesalePages: RouteConfigEntry[] = []
