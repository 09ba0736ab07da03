/** Customers as a file, for another shop or for the owner's own records. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'

export const CUSTOMER_FILES = ['own', 'shopify', 'woocommerce'] as const
export type CustomerFile = (typeof CUSTOMER_FILES)[number]

export const customerFile = contract({
  export: {
    method: 'GET',
    path: '/api/users/export',
    access: 'owner',
    needsProof: true,
    summary:
      'All customers with their addresses as a CSV file that can be imported again; with `format`, as a file for Shopify or WooCommerce',
    query: z.strictObject({ format: z._default(z.enum(CUSTOMER_FILES), 'own') }),
    reply: { file: 'text/csv' },
  },
})
