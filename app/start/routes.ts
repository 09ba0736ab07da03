import { index, type RouteConfigEntry } from '@react-router/dev/routes'

/** The pages of this group, by address. Files are named from app/. */
export const startPages: RouteConfigEntry[] = [index('start/home/home.tsx')]
