/**
 * Loaded before the shop, with `--import`: every query string is a separate page, so that the benchmark can request
 * pages that are not cached.
 */
import { PAGE_QUERIES } from '#server/platform/cache/page-query.ts'

PAGE_QUERIES.unshift({ path: /^/, names: 'all' })
